import { createIndexFiles } from "../../../src/offline/index-files.ts";
import { createSync } from "../../../src/offline/sync/create-sync.ts";
import type { DesktopMachine } from "../../../src/platform/ports.ts";
import { createTransport } from "../../../src/transport/transport.ts";

/** The download engine in a page: the heaviest user of the adapters. */
export const openSync = async (machine: DesktopMachine, base: string) => {
  const index = createIndexFiles(machine);
  await index.recover();
  const token = () => "token";
  const { send } = createTransport({
    base,
    token,
    onUnauthorized: () => undefined,
    onReach: () => undefined,
  });
  return createSync({
    machine,
    send,
    base,
    token,
    license: () => null,
    languages: () => ["en"],
    account: { name: "dana", index, neededElsewhere: async () => new Set<string>() },
    onContent: () => undefined,
  });
};
