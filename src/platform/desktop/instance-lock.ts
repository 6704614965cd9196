import * as v from "valibot";
import { parseJson } from "../../lib/parse-json.ts";
import type { Clock, Instance, RandomHex } from "../ports.ts";
import { type InstanceFolder, LOCK_FILE, readText, sleep, writeText } from "./instance-files.ts";

/** Storage that survives a reload of the page, such as `sessionStorage`. */
export type PageStorage = Pick<Storage, "getItem" | "setItem">;

/** The key under which a window stores the id of its page. */
const PAGE_ID = "learning-space.instance";
const BEAT_MS = 1000;
/** A window without a heartbeat for this long has ended. A hidden window may be slow. */
const STALE_MS = 5000;
/** How long to watch for a heartbeat of another window, with a margin for a slow machine. */
const WATCH_MS = 2500;

const lock = v.object({ version: v.literal(1), id: v.string(), beat: v.number() });
type Lock = v.InferOutput<typeof lock>;

/**
 * Ensures that only one window writes to the app's folder. Each window writes a heartbeat to a lock
 * file. The lock of a window that has crashed is taken over. If a system suspends a hidden window, the
 * newer window takes over, and the older one notices before its next write.
 *
 * A reloaded page finds the lock of its previous page. The window stores that page's id, so that the
 * lock is not mistaken for another window's.
 * @returns at once, or after a few seconds if another window was active a moment ago
 */
export const claimInstance = async (
  folder: InstanceFolder,
  now: Clock,
  randomHex: RandomHex,
  memory: PageStorage,
): Promise<Instance> => {
  /** The id of the previous page in this window; null for a new window. */
  const before = memory.getItem(PAGE_ID);
  const id = randomHex(8);
  memory.setItem(PAGE_ID, id);
  const listeners = new Set<() => void>();
  let state: "mine" | "lost" | "released" = "mine";
  let lookedAt = now();
  let looking: Promise<void> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const beat = async (): Promise<void> => {
    const mine: Lock = { version: 1, id, beat: now() };
    await writeText(folder, LOCK_FILE, JSON.stringify(mine));
  };

  const isTaken = async (): Promise<boolean> => {
    const first = await readText(folder, LOCK_FILE);
    if (first === null) return false;
    const other = parseJson(first, lock);
    if (other && other.id === before) return false;
    if (other && Math.abs(now() - other.beat) > STALE_MS) return false;
    await sleep(WATCH_MS);
    const later = await readText(folder, LOCK_FILE);
    return later !== null && later !== first;
  };

  const look = async (): Promise<void> => {
    const text = await readText(folder, LOCK_FILE);
    const found = text === null ? null : parseJson(text, lock);
    if (state !== "mine") return;
    // A late write of the previous page can still arrive.
    if (found && found.id !== id && found.id !== before) {
      state = "lost";
      for (const listener of listeners) listener();
      return;
    }
    await beat();
    lookedAt = now();
  };

  const lookOnce = (): Promise<void> => {
    looking ??= look().finally(() => {
      looking = null;
    });
    return looking;
  };

  const keepBeating = (): void => {
    timer = setTimeout(async () => {
      await lookOnce();
      if (state === "mine") keepBeating();
    }, BEAT_MS);
  };

  if (await isTaken()) {
    return {
      status: "taken",
      onLost: () => () => undefined,
      isMine: async () => false,
      release: async () => undefined,
    };
  }
  await beat();
  keepBeating();

  return {
    status: "mine",
    onLost(listener) {
      if (state === "lost") listener();
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async isMine() {
      if (Math.abs(now() - lookedAt) > STALE_MS) await lookOnce();
      return state === "mine";
    },
    async release() {
      clearTimeout(timer);
      await looking;
      if (state !== "mine") return;
      state = "released";
      await folder.remove(LOCK_FILE);
    },
  };
};
