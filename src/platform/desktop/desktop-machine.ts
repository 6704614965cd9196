import { app, events, init, os } from "@neutralinojs/lib";
import { hex } from "../../lib/hex.ts";
import type { Machine, OpenedDesktop } from "../ports.ts";
import { createAppWindow } from "./app-window.ts";
import { openDesktopFolder } from "./desktop-folder.ts";
import { createDesktopTabs } from "./desktop-tabs.ts";
import { createDialogs } from "./dialogs.ts";
import { openFileStorage } from "./file-storage.ts";
import { guardedFolder } from "./guarded-folder.ts";
import { createIdentity } from "./identity.ts";
import { systemOf } from "./installation.ts";
import { answerCalls, callInstance } from "./instance-call.ts";
import { claimInstance, type WindowMemory } from "./instance-lock.ts";
import { mayCost } from "./may-cost.ts";
import { openLocal } from "./open-local.ts";
import { createOpenedFiles, zipAmong } from "./opened-file.ts";
import { keepPageHabits } from "./page-habits.ts";
import { takeGlobals } from "./runtime-globals.ts";
import { openRuntimeSocket } from "./runtime-socket.ts";
import { endWithWindow } from "./window-end.ts";
import { openingSize } from "./window-size.ts";

/** Under which a window remembers that it has done what it was started with. */
const OPENED = "learning-space.opened";

/** Whether the program's words are still to be followed: a page that is loaded again has them too. */
const wordsOnce = (memory: WindowMemory): boolean => {
  const isFirst = memory.getItem(OPENED) === null;
  memory.setItem(OPENED, "");
  return isFirst;
};

/**
 * The machine that the desktop app runs on.
 * @param web what its window is as a browser; of that the storage is not used, which is lost at each
 * start with the window's origin
 * @throws an Error where the page was not opened by the desktop's runtime
 */
export const openDesktopMachine = async (web: Machine): Promise<OpenedDesktop> => {
  if (!(await takeGlobals())) throw new Error("This page is for the desktop app's own window.");
  const { randomHex, sha256, now } = web;
  const beforeTheEnd = endWithWindow();
  const socket = await openRuntimeSocket(() => init({ exportCustomMethods: false }), randomHex);
  const path = `${await os.getPath("data")}/${window.NL_APPID}`;
  const whole = await openDesktopFolder(socket, path, randomHex);
  const claimed = claimInstance(whole, now, randomHex, sessionStorage);
  const open = wordsOnce(sessionStorage) ? zipAmong(window.NL_ARGS, window.NL_CWD) : null;
  const isOurs = claimed.then(({ status }) => status === "mine");
  if (await callInstance(whole, randomHex(8), { open }, isOurs)) {
    // The window that is open does the rest, and this one was never seen. To exit would keep its size
    // and place as those of the next start.
    await app.killProcess();
    return new Promise(() => undefined);
  }
  const instance = await claimed;
  // Before anything is drawn in it: the window has its size only once it is shown.
  const appWindow = createAppWindow(socket);
  void openingSize(whole).then(appWindow.show, () => appWindow.show(null));
  const folder = guardedFolder(whole, instance.isMine);
  const { storage, keys, damaged, wasDamaged, flush } = await openFileStorage(folder, web);

  const files = createOpenedFiles(socket);
  if (open !== null) files.open(open);
  let stopAnswering = () => {};
  if (instance.status === "mine") {
    stopAnswering = answerCalls(whole, (wanted) => {
      void appWindow.toFront();
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
    mayCost,
    sha256OfBytes: async (bytes) =>
      hex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))),
    version: window.NL_APPVERSION,
    installed: {
      version: document.documentElement.dataset.installed ?? window.NL_APPVERSION,
      shell: window.NL_SHELL ?? "",
    },
    application: window.NL_APPID,
    system: systemOf(window.NL_OS, window.NL_PATH),
    removeFromAnyWindow: (file) => whole.remove(file),
    openFile: (file) => openLocal(`${path}/${file}`),
    showFile: (file) => openLocal(`${path}/${file}`.replace(/\/[^/]*$/, "")),
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
    keepPageHabits: (habits) => keepPageHabits(socket, habits),
    onOffline(listener) {
      events.on("serverOffline", listener);
    },
  };
};
