import { hex } from "../../lib/hex.ts";
import type { DesktopMachine, ReadableFolder } from "../ports.ts";
import { createMemoryFolder, type MemoryFolder } from "./memory-folder.ts";
import { createMemoryMachine, type MemoryMachine } from "./memory-machine.ts";

export interface MemoryDesktop extends DesktopMachine, Omit<MemoryMachine, keyof DesktopMachine> {
  folder: MemoryFolder;
  tabs: MemoryMachine["tabs"];
  /** The folder that the next folder dialog returns. */
  chosenFolder: ReadableFolder | null;
  /** The id of this machine; null if it has none. */
  machineId: string | null;
}

/** Creates a desktop machine in memory. */
export const createMemoryDesktop = (folder: MemoryFolder = createMemoryFolder()): MemoryDesktop => {
  const machine = createMemoryMachine();
  const desktop: MemoryDesktop = {
    ...machine,
    folder,
    chosenFolder: null,
    machineId: "machine-1",
    identity: {
      computerId: async () =>
        desktop.machineId === null ? null : machine.sha256(`learning-space\n${desktop.machineId}`),
      hardware: async () => "Memory OS 1, one processor, 1 GB",
    },
    isMetered: () => true,
    dialogs: { chooseFolder: async () => desktop.chosenFolder },
    sha256OfBytes: async (bytes) =>
      hex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))),
  };
  return desktop;
};
