import { events, init, os } from "@neutralinojs/lib";
import { hex } from "../../lib/hex.ts";
import type { DesktopMachine, Machine } from "../ports.ts";
import { createAppWindow } from "./app-window.ts";
import { openDesktopFolder } from "./desktop-folder.ts";
import { createDesktopTabs } from "./desktop-tabs.ts";
import { createDialogs } from "./dialogs.ts";
import { openFileStorage } from "./file-storage.ts";
import { guardedFolder } from "./guarded-folder.ts";
import { createIdentity } from "./identity.ts";
import { claimInstance, type Instance } from "./instance-lock.ts";
import { mayCost } from "./may-cost.ts";
import { keepPageHabits, type PageHabits } from "./page-habits.ts";
import { takeGlobals } from "./runtime-globals.ts";
import { openRuntimeSocket } from "./runtime-socket.ts";
import { endWithWindow } from "./window-end.ts";

export interface OpenedDesktop extends DesktopMachine {
  /** The app's version, such as `1.1.2`. */
  readonly version: string;
  /** The folder with all that the app keeps, as a person would look for it. */
  readonly path: string;
  /** Names of files of kept values that were not what had been written, and were set aside. */
  readonly damaged: readonly string[];
  /** Whether one of them held what was kept under a key. */
  wasDamaged(key: string): Promise<boolean>;
  /** Whether this window has the folder. Where another has it, nothing is written. */
  readonly instance: Instance;
  /** Comes to an end when all that was set is on the disk, or the disk has refused it. */
  flush(): Promise<void>;
  /** Makes links and downloads do what they do in a browser; see `page-habits.ts`. */
  keepPageHabits(habits: PageHabits): () => void;
  /** Tells when the runtime is gone: nothing is read or written any more until a reload. */
  onOffline(listener: () => void): void;
}

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
  const instance = await claimInstance(whole, now, randomHex, sessionStorage);
  // Before anything is drawn in it: the window has its size only once it is shown.
  const appWindow = createAppWindow();
  void appWindow.show();
  const folder = guardedFolder(whole, instance.isMine);
  const { storage, keys, damaged, wasDamaged, flush } = await openFileStorage(folder, web);

  beforeTheEnd(async () => {
    await flush();
    await instance.release();
  });

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
    path,
    damaged,
    wasDamaged,
    instance,
    flush,
    keepPageHabits: (habits) => keepPageHabits(socket, habits),
    onOffline(listener) {
      events.on("serverOffline", listener);
    },
  };
};
