import { app, computer, events, init, os } from "@neutralinojs/lib";
import type { System } from "../../contract/downloads.ts";
import { hex } from "../../lib/hex.ts";
import type { Machine, MachineIdentity, OpenedDesktop, Sha256 } from "../ports.ts";
import { createAppWindow, exitOnWindowClose, initialWindowSize } from "./app-window.ts";
import { createPageServer, openDesktopFolder } from "./desktop-folder.ts";
import { createDesktopTabs, openFileStorage } from "./file-storage.ts";
import {
  answerCalls,
  callInstance,
  createGuardedFolder,
  type PageStorage,
  takeInstance,
} from "./instance.ts";
import { installLinkHandlers, openPath } from "./link-handlers.ts";
import { createOpenedFiles, findZipArgument } from "./opened-file.ts";
import { createDialogs } from "./runtime-files.ts";
import { accessToken, loadRuntimeGlobals } from "./runtime-globals.ts";
import { openRuntimeSocket } from "./runtime-socket.ts";

const GIGABYTE = 1024 ** 3;

/** Facts that cannot be determined are left out. */
const orEmpty = (asked: Promise<string>): Promise<string> => asked.catch(() => "");

const createIdentity = (sha256: Sha256): MachineIdentity => ({
  async computerId() {
    const machineId = (await orEmpty(computer.getMachineId())).trim();
    return machineId === "" ? null : sha256(`learning-space\n${machineId}`);
  },
  async hardware() {
    const parts = await Promise.all([
      orEmpty(computer.getOSInfo().then(({ description, name }) => description || name)),
      orEmpty(
        computer.getCPUInfo().then(({ model, logicalThreads }) => `${model} × ${logicalThreads}`),
      ),
      orEmpty(
        computer
          .getMemoryInfo()
          .then(({ physical }) => `${Math.round(physical.total / GIGABYTE)} GB`),
      ),
    ]);
    return parts
      .map((each) => each.trim())
      .filter(Boolean)
      .join(", ");
  },
});

/** Where the Debian package installs the app; see `debian-package.ts`. */
const DEBIAN = /^\/usr\/lib\//;

/**
 * Finds out the system, and the kind of package that the app was installed from.
 * @param os as the runtime names it: `Linux`, `Windows`, `Darwin`
 * @param folder of the program
 * @returns the endings of packages that can update it, best first
 */
const detectSystem = (
  os: string,
  folder: string,
): { readonly name: System; readonly endings: readonly string[] } => {
  switch (os) {
    case "Windows":
      return { name: "windows", endings: [".exe", ".msi", ".zip"] };
    case "Darwin":
      return { name: "macos", endings: [".zip", ".dmg", ".pkg"] };
    default:
      return { name: "linux", endings: DEBIAN.test(folder) ? [".deb"] : [".zip", ".tar.gz"] };
  }
};

/** The Network Information API, which only some engines have. */
interface Line {
  readonly saveData?: boolean;
  readonly type?: string;
}

/** Connections that are not metered. */
const FREE = new Set(["ethernet", "wifi"]);

/** Whether the connection may be metered; true if the engine does not say. */
const isMetered = (): boolean => {
  const { connection }: { connection?: Line } = navigator as { connection?: Line };
  return connection?.saveData === true || !FREE.has(connection?.type ?? "");
};

/** The key under which a window stores that it has handled its command line. */
const OPENED = "learning-space.opened";

/** Whether the page was loaded for the first time. A reload has the same command line. */
const isFirstLoad = (memory: PageStorage): boolean => {
  const isFirst = memory.getItem(OPENED) === null;
  memory.setItem(OPENED, "");
  return isFirst;
};

/**
 * Opens the machine that the desktop app runs on.
 * @param web the machine as the browser sees it. Its storage is not used: it is tied to the window's
 * origin, which changes at each start
 * @throws an Error if the page was not opened by the desktop's runtime
 */
export const openDesktopMachine = async (web: Machine): Promise<OpenedDesktop> => {
  // Without a token the library would replace the page by a message of its own.
  if (!(await loadRuntimeGlobals()) || !accessToken())
    throw new Error("This page is for the desktop app's own window.");
  const { randomHex, sha256, now } = web;
  const beforeTheEnd = exitOnWindowClose();
  const socket = await openRuntimeSocket(() => init({ exportCustomMethods: false }), randomHex);
  const path = `${await os.getPath("data")}/${window.NL_APPID}`;
  const whole = await openDesktopFolder(socket, path, randomHex);
  const taking = takeInstance(whole, now, randomHex, sessionStorage);
  const open = isFirstLoad(sessionStorage) ? findZipArgument(window.NL_ARGS, window.NL_CWD) : null;
  const isOurs = taking.then(({ status }) => status === "mine");
  if (await callInstance(whole, randomHex(8), { open }, isOurs)) {
    // The other window does the rest, and this one was never visible. A normal exit would store its
    // size and position for the next start.
    await app.killProcess();
    return new Promise(() => undefined);
  }
  const instance = await taking;
  // Done before anything is drawn: the window only has its size once it is visible.
  const appWindow = createAppWindow(socket);
  void initialWindowSize(whole).then(appWindow.show, () => appWindow.show(null));
  const folder = createGuardedFolder(whole, instance.isMine);
  const { storage, keys, damaged, wasDamaged, flush } = await openFileStorage(folder, web);

  const files = createOpenedFiles(socket);
  if (open !== null) files.open(open);
  let stopAnswering = () => {};
  if (instance.status === "mine") {
    stopAnswering = answerCalls(whole, (wanted) => {
      void appWindow.bringToFront();
      if (wanted.open !== null) files.open(wanted.open);
    });
    instance.onLost(stopAnswering);
  }

  const tidyUp = async () => {
    stopAnswering();
    await flush();
    await instance.release();
  };
  beforeTheEnd(tidyUp);

  return {
    ...web,
    storage,
    tabs: createDesktopTabs({ keys }),
    folder,
    identity: createIdentity(sha256),
    dialogs: createDialogs(socket),
    isMetered,
    sha256OfBytes: async (bytes) =>
      hex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))),
    version: window.NL_APPVERSION,
    installed: {
      version: document.documentElement.dataset.installed ?? window.NL_APPVERSION,
      shell: window.NL_SHELL ?? "",
    },
    application: window.NL_APPID,
    system: detectSystem(window.NL_OS, window.NL_PATH),
    removeFromAnyWindow: (file) => whole.remove(file),
    openFile: (file) => openPath(`${path}/${file}`),
    showFile: (file) => openPath(`${path}/${file}`.replace(/\/[^/]*$/, "")),
    servePage: createPageServer(folder, path, randomHex),
    path,
    damaged,
    wasDamaged,
    instance,
    window: appWindow,
    onOpen: files.onOpen,
    flush,
    async restart() {
      await tidyUp();
      location.reload();
    },
    installLinkHandlers: (options) => installLinkHandlers(socket, options),
    onOffline(listener) {
      events.on("serverOffline", listener);
    },
  };
};
