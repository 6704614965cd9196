import type { Folder } from "../ports.ts";

/** The part of the app's folder by which its windows find each other. */
export type InstanceFolder = Pick<Folder, "read" | "write" | "remove">;

/** The file with the heartbeat of the window that owns the folder. */
export const LOCK_FILE = "state/instance.lock";

/** @returns null if there is no such file */
export const readText = async (
  folder: Pick<InstanceFolder, "read">,
  file: string,
): Promise<string | null> => {
  const bytes = await folder.read(file);
  return bytes && new TextDecoder().decode(bytes);
};

/** Writes a text file. A failed write is ignored: without a writable disk windows cannot be told apart. */
export const writeText = async (
  folder: Pick<InstanceFolder, "write">,
  file: string,
  text: string,
): Promise<void> => {
  await folder.write(file, new TextEncoder().encode(text));
};

export const sleep = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));
