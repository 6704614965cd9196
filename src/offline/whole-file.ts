import { PART as PART_ENDING, replaceWhole } from "../lib/replace-whole.ts";
import type { DesktopMachine, Written } from "../platform/ports.ts";

export type FolderMachine = Pick<
  DesktopMachine,
  "folder" | "sha256" | "sha256OfBytes" | "randomHex"
>;

/** Nothing that ends so is content: it was being written when the process ended. */
export const PART = PART_ENDING;

/** Replaces a file so that whoever reads it finds the one before or the new one, whole. */
export const replaceFile = (
  { folder, randomHex }: FolderMachine,
  path: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Written> => replaceWhole(folder, randomHex, path, bytes);

/** The same with text. */
export const replaceText = (machine: FolderMachine, path: string, text: string): Promise<Written> =>
  replaceFile(machine, path, new TextEncoder().encode(text));
