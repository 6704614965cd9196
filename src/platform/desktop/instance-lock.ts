import * as v from "valibot";
import type { Clock, Folder, Instance, RandomHex } from "../ports.ts";

/** What a window remembers from one load of its page to the next, such as `sessionStorage`. */
export type WindowMemory = Pick<Storage, "getItem" | "setItem">;

const LOCK = "state/instance.lock";
/** Under which a window remembers the id of its page. */
const PAGE_ID = "learning-space.instance";
const BEAT_MS = 1000;
/** A window that has not shown itself for so long is gone. A hidden one may be slow. */
const STALE_MS = 5000;
/** So long another is watched for a sign of life: its beat, and some for a slow machine. */
const WATCH_MS = 2500;

const lock = v.object({ version: v.literal(1), id: v.string(), beat: v.number() });
type Lock = v.InferOutput<typeof lock>;

const decode = (text: string): Lock | null => {
  try {
    const decoded = v.safeParse(lock, JSON.parse(text));
    return decoded.success ? decoded.output : null;
  } catch {
    return null;
  }
};

const inMs = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/**
 * Makes sure that one window at a time writes to the app's folder. Each shows a sign of life in a
 * file there. One that was killed leaves its last behind, which is taken over. Where a system lets a
 * hidden window sleep, the newer one takes the folder over, and the older hears of it when it wakes,
 * before it writes anything.
 *
 * A page that is loaded again finds the sign of the page before it in the same window. The window
 * remembers that page's id, so that its own sign is not taken for another window's.
 * @returns at once, or after a few seconds when another window was there a moment ago
 */
export const claimInstance = async (
  folder: Pick<Folder, "read" | "write" | "remove">,
  now: Clock,
  randomHex: RandomHex,
  memory: WindowMemory,
): Promise<Instance> => {
  /** The id of the page that this window showed before; null for a new window. */
  const before = memory.getItem(PAGE_ID);
  const id = randomHex(8);
  memory.setItem(PAGE_ID, id);
  const listeners = new Set<() => void>();
  let state: "mine" | "lost" | "released" = "mine";
  let lookedAt = now();
  let looking: Promise<void> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const readText = async (): Promise<string | null> => {
    const bytes = await folder.read(LOCK);
    return bytes && new TextDecoder().decode(bytes);
  };

  /** A disk that takes no file can hold no two windows apart, and is no reason to keep one out. */
  const beat = async (): Promise<void> => {
    const mine: Lock = { version: 1, id, beat: now() };
    await folder.write(LOCK, new TextEncoder().encode(JSON.stringify(mine)));
  };

  const isTaken = async (): Promise<boolean> => {
    const first = await readText();
    if (first === null) return false;
    const other = decode(first);
    if (other && other.id === before) return false;
    if (other && Math.abs(now() - other.beat) > STALE_MS) return false;
    await inMs(WATCH_MS);
    const later = await readText();
    return later !== null && later !== first;
  };

  const look = async (): Promise<void> => {
    const text = await readText();
    const found = text === null ? null : decode(text);
    if (state !== "mine") return;
    // What the page before had begun to write can still arrive.
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
      await folder.remove(LOCK);
    },
  };
};
