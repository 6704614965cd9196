import { subfolder } from "../../../src/offline/accounts.ts";
import { createIndexFiles } from "../../../src/offline/index-files.ts";
import { createSync } from "../../../src/offline/sync/create-sync.ts";
import { openDesktopMachine } from "../../../src/platform/desktop/desktop-machine.ts";
import type { DesktopMachine } from "../../../src/platform/ports.ts";
import { createWebMachine } from "../../../src/platform/web/web-machine.ts";
import { createTransport } from "../../../src/transport/transport.ts";

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

/** The adapters as a page has them: they can only be called inside a browser. */
const open = async () => ({
  desktop: await openDesktopMachine(createWebMachine()),
  subfolder,
  openSync,
});

export type DesktopPage = { opened: ReturnType<typeof open> };

Object.assign(window, { desktopPage: { opened: open() } satisfies DesktopPage });
