import { type FSWatcher, watch } from "node:fs";
import { stat } from "node:fs/promises";
import path from "node:path";
import { isJunkFile } from "../../../lib/is-junk-file.ts";

/** Delay after a change, as several files are often saved together. */
const SETTLE_MS = 150;
/** How often to look for a folder that is away, such as one that is being renamed. */
const AWAY_MS = 500;

/** Which folder a path leads to at this moment; null: none. */
const identityOf = async (folder: string): Promise<string | null> => {
  const found = await stat(folder).catch(() => null);
  return found?.isDirectory() ? `${found.dev}:${found.ino}` : null;
};

/**
 * Calls back when something in a folder was saved, added, renamed or removed, once for changes that come
 * together. Goes on when the folder itself is removed and comes back.
 * @param onChange not called for files that systems and editors leave behind
 * @returns stops watching
 */
export const watchFolder = (folder: string, onChange: () => void): (() => void) => {
  let watcher: FSWatcher | null = null;
  let watched: string | null = null;
  let settling: NodeJS.Timeout | undefined;
  let isStopped = false;

  const close = () => {
    watcher?.close();
    watcher = null;
    watched = null;
  };
  const settled = async () => {
    // Its watcher reports nothing more, also if the folder comes back.
    if ((await identityOf(folder)) === null) close();
    if (!isStopped) onChange();
  };
  const changed = () => {
    clearTimeout(settling);
    settling = setTimeout(settled, SETTLE_MS);
  };
  const open = (identity: string) => {
    watched = identity;
    watcher = watch(folder, { recursive: true }, (_, name) => {
      if (name && isJunkFile(name.split(path.sep).join("/"))) return;
      changed();
    });
    // Windows reports the end of the watched folder so.
    watcher.on("error", close);
  };
  const look = async () => {
    const identity = await identityOf(folder);
    if (isStopped || identity === watched) return;
    close();
    try {
      if (identity !== null) open(identity);
    } catch {
      // The folder has gone meanwhile.
      close();
    }
    changed();
  };
  const looking = setInterval(look, AWAY_MS);
  look();
  return () => {
    isStopped = true;
    clearInterval(looking);
    clearTimeout(settling);
    close();
  };
};
