import * as v from "valibot";
import { type Id, id } from "../contract/wire.ts";
import type { Clock, KeyValue } from "../platform/ports.ts";
import { createStored } from "./stored.ts";

const KEY = "drafts.v1";
/** The delay after the last keystroke before a text is stored. */
const PAUSE_MS = 300;
/** Older texts are deleted. */
const MAX_AGE_MS = 90 * 86_400_000;

const entry = v.object({ personId: id, name: v.string(), at: v.number(), value: v.unknown() });

type Entry = v.InferOutput<typeof entry>;

/** The unsaved input of one form or field. */
export interface UnsentText<Value> {
  /** The input that was written last; null if there is none, or it does not fit the schema. */
  read(): Value | null;
  /** Call it on every change; it is stored when the person pauses. Not for passwords. */
  write(value: Value): void;
  /** Call it when the input has been sent or saved. */
  clear(): void;
}

interface UnsentTextsOptions {
  storage: KeyValue;
  personId: Id;
  now: Clock;
}

// One list holds the texts of all people, so that old texts of people who never return are
// deleted.
const readUnsentTexts = (storage: KeyValue, now: number): Entry[] => {
  const list = createStored(storage, KEY, v.array(v.unknown())).read() ?? [];
  return list.flatMap((value) => {
    const decoded = v.safeParse(entry, value);
    return decoded.success && decoded.output.at > now - MAX_AGE_MS ? [decoded.output] : [];
  });
};

export const deleteUnsentTexts = (storage: KeyValue, personId: Id): void => {
  const others = readUnsentTexts(storage, 0).filter((each) => each.personId !== personId);
  if (others.length === 0) storage.remove(KEY);
  else storage.set(KEY, JSON.stringify(others));
};

/**
 * One person's input that is neither sent nor saved. It is stored on this machine and survives a
 * reload, signing out and the end of a session. Other people do not see it. If the machine cannot
 * store it, it lives as long as the page.
 */
export const createUnsentTexts = ({ storage, personId, now }: UnsentTextsOptions) => {
  /** Changes that are not in storage yet, by name; null for a text to delete. */
  const pending = new Map<string, Entry | null>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;

  const stored = () => readUnsentTexts(storage, now());

  const isMine = (each: Entry, name: string) => each.personId === personId && each.name === name;

  const flush = (): void => {
    if (pending.size === 0) return;
    // Read again each time: another tab may have changed it.
    const others = stored().filter((each) => each.personId !== personId || !pending.has(each.name));
    const mine = [...pending.values()].filter((each) => each !== null);
    const list = [...others, ...mine];
    if (list.length === 0) storage.remove(KEY);
    else if (!storage.set(KEY, JSON.stringify(list))) return;
    pending.clear();
  };

  const put = (name: string, value: Entry | null) => {
    pending.set(name, value);
    clearTimeout(timer);
    // A form that closes with its session may still write.
    if (stopped || value === null) flush();
    else timer = setTimeout(flush, PAUSE_MS);
  };

  return {
    /**
     * @param name identifies the text, such as `note/102`
     * @param schema checks a stored text: an older version of the form may have written it
     */
    of: <Value>(name: string, schema: v.GenericSchema<unknown, Value>): UnsentText<Value> => ({
      read() {
        const found = pending.has(name)
          ? pending.get(name)
          : stored().findLast((each) => isMine(each, name));
        if (!found) return null;
        const decoded = v.safeParse(schema, found.value);
        return decoded.success ? decoded.output : null;
      },
      write: (value) => put(name, { personId, name, at: now(), value }),
      clear: () => put(name, null),
    }),

    /** Stores pending changes at once. Call it before the page is closed. */
    flush,

    /**
     * Call it when the session ends: stores pending changes now, and later ones without a delay.
     */
    stop() {
      stopped = true;
      flush();
    },
  };
};

export type UnsentTexts = ReturnType<typeof createUnsentTexts>;
