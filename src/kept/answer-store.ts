import { KEPT_PREFIX } from "../lib/browser-names.ts";
import type { AnswerCaches, Clock } from "../platform/ports.ts";

/** Its number changes when an older version of the app could not read what a newer one stores. */
const VERSION = 1;
const ANY_NAME = new RegExp(`^${KEPT_PREFIX.replace(".", "\\.")}(\\d+)/`);

/** The addresses of entries. Nothing is ever fetched from there. */
const ORIGIN = "https://kept.invalid";

const TAG = "x-tag";
const TIME = "x-time";
const SIZE = "x-bytes";

/** How much of what was read stays: beyond one of these the oldest entries go. */
const MAX_READ_ENTRIES = 1500;
const MAX_READ_BYTES = 150_000_000;
/** A larger file is only kept with a chapter. */
const MAX_READ_FILE_BYTES = 5_000_000;
/** After so many new entries the store looks whether something has to go. */
const LOOK_EVERY = 40;

export type Shelf =
  /** Lists and progress, which every screen needs. */
  | "base"
  /** Lessons that were read, with their pictures; the oldest go. */
  | "read";

/** A stored answer, or a stored file. */
export interface StoredEntry {
  readonly body: Blob;
  /** The answer's `ETag`. */
  readonly tag: string | null;
  /** When the school sent or confirmed it, in milliseconds since 1970. */
  readonly time: number;
}

interface NewEntry {
  readonly body: Blob;
  readonly tag: string | null;
}

/** The prefix of the names of an account's caches. */
const accountPrefix = (personId: string | number): string =>
  `${KEPT_PREFIX}${VERSION}/${encodeURIComponent(personId)}/`;

/** The address of an answer. @param key identifies the request */
export const answerAddress = (key: string): string => `${ORIGIN}/answer/${encodeURIComponent(key)}`;

/**
 * The address of a file. Variants of a file, such as widths of a picture, differ in the query.
 * @param key identifies the file whatever the variant
 */
export const fileAddress = (key: string, variant = ""): string =>
  `${ORIGIN}/file/${encodeURIComponent(key)}${variant && `?${variant}`}`;

/** The second is Firefox's, whose error is neither an `Error` nor a `DOMException`. */
const FULL = ["QuotaExceededError", "NS_ERROR_FILE_NO_DEVICE_SPACE"];

/** Whether the browser has no more room for this site. */
export const isFull = (error: unknown): boolean =>
  FULL.includes((error as { name?: string } | null)?.name ?? "");

const asResponse = ({ body, tag }: NewEntry, now: number): Response =>
  new Response(body, {
    headers: {
      "content-type": body.type || "application/octet-stream",
      [SIZE]: String(body.size),
      [TIME]: String(now),
      ...(tag && { [TAG]: tag }),
    },
  });

export interface AnswerStoreOptions {
  caches: AnswerCaches;
  personId: string | number;
  now: Clock;
  /** Whether the account is still signed in at this browser, in any tab. */
  isSignedIn: () => boolean;
}

/**
 * The school's answers to one account, in caches of its own. Whatever the browser refuses, loses or
 * cuts short counts as not stored: nothing here rejects but `putIn`.
 */
export const createAnswerStore = ({ caches, personId, now, isSignedIn }: AnswerStoreOptions) => {
  const prefix = accountPrefix(personId);
  const chapterPrefix = `${prefix}chapter/`;
  /** The caches of kept chapters. */
  let chapters: readonly string[] = [];
  let closed = false;
  let sincePruned = 0;
  const writing = new Set<Promise<unknown>>();

  const isOpen = (): boolean => {
    if (!closed && !isSignedIn()) closed = true;
    return !closed;
  };

  /** Does a write of which nothing must be left after `close`. */
  const write = async (name: string, work: () => Promise<void>): Promise<void> => {
    if (!isOpen()) return;
    const running = work();
    writing.add(running);
    try {
      await running;
    } finally {
      writing.delete(running);
      if (!isOpen()) await caches.delete(name).catch(() => undefined);
    }
  };

  const shelf = (of: Shelf): string => prefix + of;
  const names = (): string[] => [shelf("base"), shelf("read"), ...chapters];

  /** Reads an entry, and deletes it if it was cut short. */
  const readFrom = async (
    cacheName: string,
    address: string,
    ignoreSearch = false,
  ): Promise<StoredEntry | null> => {
    const response = await caches.match(address, { cacheName, ignoreSearch });
    if (!response) return null;
    const body = await response.blob();
    if (body.size !== Number(response.headers.get(SIZE) ?? Number.NaN)) {
      await (await caches.open(cacheName)).delete(address);
      return null;
    }
    const time = Number(response.headers.get(TIME));
    return { body, tag: response.headers.get(TAG), time: Number.isFinite(time) ? time : 0 };
  };

  const find = async (address: string, ignoreSearch = false): Promise<StoredEntry | null> => {
    if (!isOpen()) return null;
    for (const name of names()) {
      const entry = await readFrom(name, address, ignoreSearch).catch(() => null);
      if (entry) return entry;
    }
    return null;
  };

  /**
   * Deletes the oldest entries of what was read.
   * @param entries how many may stay
   */
  const prune = async (entries: number, bytes: number): Promise<void> => {
    const name = shelf("read");
    const cache = await caches.open(name);
    // The newest first: an entry that is put again moves to the end.
    const keys = (await cache.keys()).toReversed();
    let room = bytes;
    for (const [index, { url }] of keys.entries()) {
      const response = index < entries ? await caches.match(url, { cacheName: name }) : undefined;
      room -= Number(response?.headers.get(SIZE) ?? 0);
      if (index >= entries || room < 0) await cache.delete(url);
    }
  };

  const pruneSometimes = async (): Promise<void> => {
    sincePruned += 1;
    if (sincePruned < LOOK_EVERY) return;
    sincePruned = 0;
    await prune(MAX_READ_ENTRIES, MAX_READ_BYTES);
  };

  const putIn = (name: string, address: string, entry: NewEntry): Promise<void> =>
    write(name, async () => (await caches.open(name)).put(address, asResponse(entry, now())));

  return {
    /** The prefix of the names of all caches of this account. */
    prefix,

    /**
     * Finds out what is kept, and deletes the caches of other accounts and of older versions. Those of
     * a newer version stay: another tab uses them.
     */
    async open(): Promise<void> {
      // Another person may have signed in in another tab meanwhile: what is foreign then is theirs.
      if (!isOpen()) return;
      try {
        for (const name of await caches.keys()) {
          const [, version] = ANY_NAME.exec(name) ?? [];
          const isForeign = version !== undefined && !name.startsWith(prefix);
          if (isForeign && Number(version) <= VERSION) await caches.delete(name);
        }
      } catch {
        // Nothing can be stored either.
      }
    },

    /** The ids of all chapters of which something is stored. */
    chapterIds: async (): Promise<string[]> => {
      const all = await caches.keys().catch((): string[] => []);
      return all
        .filter((name) => name.startsWith(chapterPrefix))
        .map((name) => name.slice(chapterPrefix.length));
    },

    /** Takes entries from these chapters, too. */
    setChapters(ids: readonly string[]): void {
      chapters = ids.map((id) => chapterPrefix + id);
    },

    chapter(id: string) {
      const name = chapterPrefix + id;
      return {
        find: (address: string): Promise<StoredEntry | null> =>
          readFrom(name, address).catch(() => null),
        /** Rejects if the browser does not take it: see `isFull`. */
        put: (address: string, entry: NewEntry): Promise<void> => putIn(name, address, entry),
        async drop(): Promise<void> {
          chapters = chapters.filter((each) => each !== name);
          await caches.delete(name).catch(() => false);
        },
      };
    },

    /** The bytes of what was read, without the kept chapters. */
    async readBytes(): Promise<number> {
      const cacheName = shelf("read");
      try {
        let bytes = 0;
        for (const { url } of await (await caches.open(cacheName)).keys()) {
          const response = await caches.match(url, { cacheName });
          bytes += Number(response?.headers.get(SIZE) ?? 0);
        }
        return bytes;
      } catch {
        return 0;
      }
    },

    /** Deletes what was read, but not the kept chapters. */
    forgetRead: async (): Promise<void> => {
      await caches.delete(shelf("read")).catch(() => false);
    },

    find,

    /** Like `find`, for any variant of a file. */
    findAnyVariant: async (address: string): Promise<StoredEntry | null> =>
      (await find(address)) ?? find(address, true),

    /** Puts an entry on a shelf, and into each kept chapter that has it. */
    async put(of: Shelf, address: string, entry: NewEntry): Promise<void> {
      try {
        for (const cacheName of chapters) {
          if (await caches.match(address, { cacheName })) await putIn(cacheName, address, entry);
        }
        if (entry.body.size > MAX_READ_FILE_BYTES) return;
        await putIn(shelf(of), address, entry);
        if (of === "read") await pruneSometimes();
      } catch (error) {
        // What was read longest ago makes room for the next one.
        if (isFull(error)) await prune(0, 0).catch(() => undefined);
      }
    },

    /** Deletes an entry wherever it is. */
    async evict(address: string): Promise<void> {
      for (const name of names()) {
        try {
          if (!(await caches.match(address, { cacheName: name }))) continue;
          await (await caches.open(name)).delete(address);
        } catch {
          // Storage that cannot be opened has no entry to read either.
        }
      }
    },

    /**
     * Stores nothing more, and deletes caches of the account.
     * @param all false: what was kept of the content stays for the next sign-in of the account
     */
    async close(all: boolean): Promise<void> {
      closed = true;
      await Promise.allSettled(writing);
      try {
        const ownNames = (await caches.keys()).filter((name) => name.startsWith(prefix));
        const going = all ? ownNames : ownNames.filter((name) => name === shelf("base"));
        await Promise.all(going.map((name) => caches.delete(name)));
      } catch {
        // The next start deletes them.
      }
    },
  };
};

export type AnswerStore = ReturnType<typeof createAnswerStore>;
