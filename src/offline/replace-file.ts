import { replaceAtomically } from "../lib/replace-atomically.ts";
import type { DesktopMachine, Written } from "../platform/ports.ts";

export type FolderMachine = Pick<
  DesktopMachine,
  "folder" | "sha256" | "sha256OfBytes" | "randomHex"
>;

/** Replaces a file atomically: a reader finds either the old file or the new one. */
export const replaceFile = (
  { folder, randomHex }: FolderMachine,
  path: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Written> => replaceAtomically(folder, randomHex, path, bytes);

/** Replaces a text file atomically. */
export const replaceText = (machine: FolderMachine, path: string, text: string): Promise<Written> =>
  replaceFile(machine, path, new TextEncoder().encode(text));
