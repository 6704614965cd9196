import * as v from "valibot";
import { parseJson } from "../../lib/parse-json.ts";
import { Result } from "../../lib/result.ts";
import type { Clock, Folder, Instance, RandomHex, WriteResult } from "../ports.ts";

/** The part of the app's folder by which its windows find each other. */
type InstanceFolder = Pick<Folder, "read" | "write" | "remove">;

/** The file with the heartbeat of the window that owns the folder. */
const LOCK_FILE = "state/instance.lock";

/** @returns null if there is no such file */
const readText = async (
  folder: Pick<InstanceFolder, "read">,
  file: string,
): Promise<string | null> => {
  const bytes = await folder.read(file);
  return bytes && new TextDecoder().decode(bytes);
};

/** Writes a text file. A failed write is ignored: without a writable disk windows cannot be told apart. */
const writeText = async (
  folder: Pick<InstanceFolder, "write">,
  file: string,
  text: string,
): Promise<void> => {
  await folder.write(file, new TextEncoder().encode(text));
};

const sleep = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

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
export const takeInstance = async (
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
    const current = text === null ? null : parseJson(text, lock);
    if (state !== "mine") return;
    // A late write of the previous page can still arrive.
    if (current && current.id !== id && current.id !== before) {
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
      onLost: () => undefined,
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

/** Allows writes only while this window owns the folder. */
export const createGuardedFolder = (folder: Folder, isMine: () => Promise<boolean>): Folder => {
  const guarded =
    <Arguments extends unknown[]>(work: (...given: Arguments) => Promise<WriteResult>) =>
    async (...given: Arguments): Promise<WriteResult> =>
      (await isMine()) ? work(...given) : Result.fail({ kind: "forbidden" });
  return {
    ...folder,
    write: guarded(folder.write),
    append: guarded(folder.append),
    move: guarded(folder.move),
    async remove(path) {
      if (await isMine()) await folder.remove(path);
    },
  };
};

/** A request of a second start to the window that is open. */
export interface InstanceCall {
  /** Absolute path of a file to open; null if there is none. */
  open: string | null;
}

const CALL = "state/instance.call";
const ANSWER = "state/instance.answer";

/** How often the open window looks for a request. Reading a missing file costs less than a heartbeat. */
const LOOK_MS = 1000;
/** How often a second start looks for the answer. */
const WAIT_MS = 100;
/** How long to wait for the answer of the open window, also on a slow machine. */
const MAX_WAIT_MS = 4000;

const call = v.object({
  version: v.literal(1),
  id: v.string(),
  open: v.nullable(v.string()),
});

/**
 * Passes a request to the window that owns the folder, if there is one.
 * @param id unique for each request
 * @param settled resolves to true if this window owns the folder, else to false
 * @returns whether the other window has answered and will do what was requested
 */
export const callInstance = async (
  folder: InstanceFolder,
  id: string,
  { open }: InstanceCall,
  settled: Promise<boolean>,
): Promise<boolean> => {
  if ((await folder.read(LOCK_FILE)) === null) return false;
  // If this window owns the folder there is no need to wait.
  const isOurs = settled.then((ours) => ours || new Promise<never>(() => undefined));
  await folder.remove(ANSWER);
  await writeText(folder, CALL, JSON.stringify({ version: 1, id, open }));
  for (let waited = 0; waited < MAX_WAIT_MS; waited += WAIT_MS) {
    if (await Promise.race([isOurs, sleep(WAIT_MS).then(() => false)])) break;
    if ((await readText(folder, ANSWER)) !== id) continue;
    await folder.remove(ANSWER);
    return true;
  }
  await folder.remove(CALL);
  return false;
};

/**
 * Answers the requests of later starts, in the window that owns the folder.
 * @param onCall does what is requested
 * @returns a function that stops it
 */
export const answerCalls = (
  folder: InstanceFolder,
  onCall: (wanted: InstanceCall) => void,
): (() => void) => {
  let stopped = false;
  const look = async (): Promise<void> => {
    const text = await readText(folder, CALL);
    if (text === null || stopped) return;
    await folder.remove(CALL);
    const wanted = parseJson(text, call);
    if (!wanted) return;
    await writeText(folder, ANSWER, wanted.id);
    onCall({ open: wanted.open });
  };
  const keepLooking = async (): Promise<void> => {
    while (!stopped) {
      await look();
      await sleep(LOOK_MS);
    }
  };
  void keepLooking();
  return () => {
    stopped = true;
  };
};
