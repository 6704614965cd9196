import * as v from "valibot";
import { type Id, id } from "../contract/wire.ts";
import type { Clock, KeyValue } from "../platform/ports.ts";

const KEY = "drafts.v1";
/** How long typing has to pause before it is written down. */
const PAUSE_MS = 300;
/** Nobody comes back to what is older. */
const KEPT_MS = 90 * 86_400_000;

const entry = v.object({ personId: id, name: v.string(), at: v.number(), value: v.unknown() });

type Entry = v.InferOutput<typeof entry>;

/** What somebody typed in one place. */
export interface Draft<Value> {
  /** The last that was written; null when there is none, or none of this shape. */
  read(): Value | null;
  /** Call it as people type: it is written down when they pause. Not for passwords. */
  write(value: Value): void;
  /** Once it has been sent or saved. */
  clear(): void;
}

export interface DraftsOptions {
  storage: KeyValue;
  personId: Id;
  now: Clock;
}

// Everybody's stand in one list, so that the old ones of people who never return go too.
const readDrafts = (storage: KeyValue, now: number): Entry[] => {
  let list: unknown;
  try {
    list = JSON.parse(storage.get(KEY) ?? "[]");
  } catch {
    return [];
  }
  if (!Array.isArray(list)) return [];
  return list.flatMap((value) => {
    const decoded = v.safeParse(entry, value);
    return decoded.success && decoded.output.at > now - KEPT_MS ? [decoded.output] : [];
  });
};

/** Removes whatever a person has typed on this machine. */
export const forgetDrafts = (storage: KeyValue, personId: Id): void => {
  const others = readDrafts(storage, 0).filter((each) => each.personId !== personId);
  if (others.length === 0) storage.remove(KEY);
  else storage.set(KEY, JSON.stringify(others));
};

/**
 * What one person typed and has neither sent nor saved, kept on this machine: it is there again
 * after a reload, after signing out, after a session that ended. Nobody else gets to see it.
 * A machine that keeps nothing is no failure: then it lives as long as the page.
 */
export const createDrafts = ({ storage, personId, now }: DraftsOptions) => {
  /** By name: what storage does not hold yet, or refused to; null for what is to go from it. */
  const waiting = new Map<string, Entry | null>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;

  const stored = () => readDrafts(storage, now());

  const isMine = (each: Entry, name: string) => each.personId === personId && each.name === name;

  const flush = (): void => {
    clearTimeout(timer);
    if (waiting.size === 0) return;
    // Read anew each time: another tab may have written meanwhile.
    const others = stored().filter((each) => each.personId !== personId || !waiting.has(each.name));
    const mine = [...waiting.values()].filter((each) => each !== null);
    const list = [...others, ...mine];
    if (list.length === 0) storage.remove(KEY);
    else if (!storage.set(KEY, JSON.stringify(list))) return;
    waiting.clear();
  };

  const put = (name: string, value: Entry | null) => {
    waiting.set(name, value);
    clearTimeout(timer);
    // A form that goes with its session may still have a last word.
    if (stopped || value === null) flush();
    else timer = setTimeout(flush, PAUSE_MS);
  };

  return {
    /**
     * @param name where it was typed, such as `note/102`; the same name is the same draft
     * @param schema what is read has to fit it: an older version of the form may have written it
     */
    draft: <Value>(name: string, schema: v.GenericSchema<unknown, Value>): Draft<Value> => ({
      read() {
        const found = waiting.has(name)
          ? waiting.get(name)
          : stored().findLast((each) => isMine(each, name));
        if (!found) return null;
        const decoded = v.safeParse(schema, found.value);
        return decoded.success ? decoded.output : null;
      },
      write: (value) => put(name, { personId, name, at: now(), value }),
      clear: () => put(name, null),
    }),

    /** Writes down at once what waits for a pause: before the page goes. */
    flush,

    /** The session has ended: what waits is written down, and whatever still comes at once. */
    stop() {
      stopped = true;
      flush();
    },
  };
};

export type Drafts = ReturnType<typeof createDrafts>;
