import { openDesktopFolder } from "../../../src/platform/desktop/desktop-folder.ts";
import { openDesktopMachine } from "../../../src/platform/desktop/desktop-machine.ts";
import { createDesktopTabs } from "../../../src/platform/desktop/desktop-tabs.ts";
import { openFileStorage } from "../../../src/platform/desktop/file-storage.ts";
import { claimInstance } from "../../../src/platform/desktop/instance-lock.ts";
import { openRuntimeSocket } from "../../../src/platform/desktop/runtime-socket.ts";
import type { DesktopMachine, Folder, Machine, Tabs } from "../../../src/platform/ports.ts";
import { createWebMachine } from "../../../src/platform/web/web-machine.ts";
import { createIndexFiles } from "../../../src/services/index-files.ts";
import { createSync } from "../../../src/services/sync/create-sync.ts";
import { createTransport } from "../../../src/transport/transport.ts";
import { folderSuite } from "../folder-suite.ts";
import { machineSuite } from "../machine-suite.ts";
import { tabsSuite } from "../tabs-suite.ts";
import { beforeEach, pageTests } from "./page-vitest.ts";

/** The download engine, which asks the adapters for more than anything else does. */
const openSync = async (desktop: DesktopMachine, base: string) => {
  const index = createIndexFiles(desktop);
  await index.recover();
  const { send } = createTransport({
    base,
    token: () => "token",
    onUnauthorized: () => undefined,
    onReach: () => undefined,
  });
  return createSync({
    machine: desktop,
    send,
    base,
    token: () => "token",
    license: () => null,
    languages: () => ["en"],
    index,
    onContent: () => undefined,
  });
};

/** The adapters as a page has them, for tests that look at a folder from both sides. */
const open = async () => {
  const web = createWebMachine();
  const desktop = await openDesktopMachine(web);
  const socket = await openRuntimeSocket(web.randomHex);
  const openFolder = (root: string) => openDesktopFolder(socket, root, web.randomHex);
  const openStorage = (folder: Folder) => openFileStorage(folder, web);
  return { desktop, web, openFolder, openStorage, claimInstance, openSync };
};

const opened = open();
let cases = 0;
let folder: Folder;
let machine: Machine;
let tabs: Tabs;

beforeEach(async () => {
  const { desktop, web, openFolder, openStorage } = await opened;
  cases += 1;
  folder = await openFolder(`${desktop.path}/case-${cases}`);
  const { storage, keys } = await openStorage(folder);
  machine = { ...web, storage };
  tabs = createDesktopTabs({ keys });
});

let online = true;
Object.defineProperty(navigator, "onLine", { configurable: true, get: () => online });

folderSuite("the desktop", () => folder);
machineSuite("the desktop", {
  create: () => machine,
  setOnline(_, value) {
    online = value;
    dispatchEvent(new Event(value ? "online" : "offline"));
  },
});
tabsSuite("the desktop", {
  create: () => ({ tabs: [tabs, tabs], storage: machine.storage }),
  change: null,
});

export type DesktopPage = { opened: typeof opened; tests: typeof pageTests };

Object.assign(window, { desktopPage: { opened, tests: pageTests } satisfies DesktopPage });
