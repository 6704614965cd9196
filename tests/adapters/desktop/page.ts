import { subfolder } from "../../../src/offline/accounts.ts";
import { createIndexFiles } from "../../../src/offline/index-files.ts";
import { createSync } from "../../../src/offline/sync/create-sync.ts";
import { openDesktopMachine } from "../../../src/platform/desktop/desktop-machine.ts";
import { createDesktopTabs, openFileStorage } from "../../../src/platform/desktop/file-storage.ts";
import type { DesktopMachine, Folder, Machine, Tabs } from "../../../src/platform/ports.ts";
import { createWebMachine } from "../../../src/platform/web/web-machine.ts";
import { createTransport } from "../../../src/transport/transport.ts";
import { folderSuite } from "../folder-suite.ts";
import { machineSuite } from "../machine-suite.ts";
import { tabsSuite } from "../tabs-suite.ts";
import { beforeEach, pageTests } from "./page-vitest.ts";

/** The download engine in a page: the heaviest user of the adapters. */
const openSync = async (machine: DesktopMachine, base: string) => {
  const index = createIndexFiles(machine);
  await index.recover();
  const token = () => "token";
  const ignore = () => undefined;
  const { send } = createTransport({ base, token, onUnauthorized: ignore, onReach: ignore });
  return createSync({
    machine,
    send,
    base,
    token,
    license: () => null,
    languages: () => ["en"],
    account: { name: "dana", index, neededElsewhere: async () => new Set<string>() },
    onContent: ignore,
  });
};

/** The adapters as a page has them, for tests that check a folder from both sides. */
const open = async () => {
  const web = createWebMachine();
  const desktop = await openDesktopMachine(web);
  const openStorage = (folder: Folder) => openFileStorage(folder, web);
  return { desktop, web, openStorage, openSync };
};

const opened = open();
let cases = 0;
let folder: Folder;
let machine: Machine;
let tabs: Tabs;

beforeEach(async () => {
  const { desktop, web, openStorage } = await opened;
  cases += 1;
  // The address at which the runtime serves the folder.
  folder = subfolder(desktop.folder, `files/case-${cases}`);
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
