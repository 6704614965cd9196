import * as v from "valibot";
import type { Id } from "../../contract/wire.ts";
import { createStored } from "../../core/stored.ts";
import type { Clock, KeyValue } from "../../platform/ports.ts";

/** The maximum number of answers per person besides pinned ones, and of characters per answer. */
const MAX_ANSWERS = 60;
const MAX_ANSWER_LENGTH = 8_000_000;

const list = v.array(v.object({ name: v.string(), slot: v.number() }));
const entry = v.object({
  name: v.string(),
  at: v.number(),
  value: v.unknown(),
  tag: v.nullish(v.string(), null),
});

interface CachedAnswer<Value> {
  /** When it was received, in milliseconds since 1970. */
  readonly at: number;
  readonly value: Value;
  /** The answer's `ETag`; null if it has none, or was changed on this machine. */
  readonly tag: string | null;
}

/**
 * Caches the school's last good answers to one person, for when it cannot be reached. If there are
 * too many, the oldest is evicted.
 * @param stays whether the answer with that key is never evicted
 */
export const createAnswerCache = (
  storage: KeyValue,
  now: Clock,
  personId: Id,
  stays: (name: string) => boolean = () => false,
) => {
  const key = `remembered.v1/${encodeURIComponent(personId)}`;
  const names = createStored(storage, key, list);
  const slotOf = (slot: number) => createStored(storage, `${key}/${slot}`, entry);

  const freeSlot = (taken: v.InferOutput<typeof list>): number => {
    const slots = new Set(taken.map(({ slot }) => slot));
    let free = 0;
    while (slots.has(free)) free += 1;
    return free;
  };

  const evict = (name: string): void => {
    const entries = names.read() ?? [];
    const entry = entries.find((each) => each.name === name);
    if (!entry) return;
    slotOf(entry.slot).clear();
    names.write(entries.filter((each) => each !== entry));
  };

  return {
    /** @param name key of the request; see `requestKey` */
    get<Value>(name: string, schema: v.GenericSchema<unknown, Value>): CachedAnswer<Value> | null {
      const listed = names.read()?.find((each) => each.name === name);
      const stored = listed && slotOf(listed.slot).read();
      if (!stored || stored.name !== name) return null;
      const decoded = v.safeParse(schema, stored.value);
      return decoded.success ? { at: stored.at, value: decoded.output, tag: stored.tag } : null;
    },

    put(name: string, value: unknown, tag: string | null = null): void {
      if (JSON.stringify(value).length > MAX_ANSWER_LENGTH) {
        evict(name);
        return;
      }
      const entries = names.read() ?? [];
      const others = entries.filter((each) => each.name !== name);
      const passing = others.filter((each) => !stays(each.name));
      const most = stays(name) ? MAX_ANSWERS : MAX_ANSWERS - 1;
      const gone = new Set(passing.slice(0, Math.max(0, passing.length - most)));
      for (const { slot } of gone) slotOf(slot).clear();
      const left = others.filter((each) => !gone.has(each));
      const slot = entries.find((each) => each.name === name)?.slot ?? freeSlot(left);
      if (slotOf(slot).write({ name, at: now(), value, tag })) {
        names.write([...left, { name, slot }]);
      }
    },

    /** Removes the answer with that key. */
    evict,

    /** Removes all answers of this person. */
    clear(): void {
      for (const { slot } of names.read() ?? []) slotOf(slot).clear();
      names.clear();
    },
  };
};

export type AnswerCache = ReturnType<typeof createAnswerCache>;
