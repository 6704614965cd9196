import { app, events, init, os } from "@neutralinojs/lib";
import { hex } from "../../lib/hex.ts";
import type { Machine, OpenedDesktop } from "../ports.ts";
import { createAppWindow, exitOnWindowClose, initialWindowSize } from "./app-window.ts";
import { createPageServer, openDesktopFolder } from "./desktop-folder.ts";
import { createDesktopTabs, openFileStorage } from "./file-storage.ts";
import {
  answerCalls,
  callInstance,
  claimInstance,
  createGuardedFolder,
  type PageStorage,
} from "./instance.ts";
import { installLinkHandlers, openPath } from "./link-handlers.ts";
import { createIdentity, detectSystem, isMetered } from "./machine-facts.ts";
import { createOpenedFiles, findZipArgument } from "./opened-file.ts";
import { createDialogs } from "./runtime-files.ts";
import { accessToken, loadRuntimeGlobals } from "./runtime-globals.ts";
import { openRuntimeSocket } from "./runtime-socket.ts";

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
  const claimed = claimInstance(whole, now, randomHex, sessionStorage);
  const open = isFirstLoad(sessionStorage) ? findZipArgument(window.NL_ARGS, window.NL_CWD) : null;
  const isOurs = claimed.then(({ status }) => status === "mine");
  if (await callInstance(whole, randomHex(8), { open }, isOurs)) {
    // The other window does the rest, and this one was never visible. A normal exit would store its
    // size and position for the next start.
    await app.killProcess();
    return new Promise(() => undefined);
  }
  const instance = await claimed;
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
