import * as v from "valibot";
import type { Id } from "../../contract/wire.ts";
import type { Clock, KeyValue } from "../../platform/ports.ts";
import { createStored } from "../stored.ts";

/** So many answers of one person are kept, each of at most so many characters. */
const MOST_ANSWERS = 60;
const LONGEST_ANSWER = 2_000_000;

const list = v.array(v.object({ name: v.string(), slot: v.number() }));
const entry = v.object({ name: v.string(), at: v.number(), value: v.unknown() });

export interface RememberedAnswer<Value> {
  /** When it was given, in milliseconds since 1970. */
  readonly at: number;
  readonly value: Value;
}

/**
 * The last good answers of the school to one person, kept on this machine for when it cannot be
 * reached. Of very many the one that was given longest ago goes.
 */
export const createRemembered = (storage: KeyValue, now: Clock, personId: Id) => {
  const key = `remembered.v1/${encodeURIComponent(personId)}`;
  const names = createStored(storage, key, list);
  const slotOf = (slot: number) => createStored(storage, `${key}/${slot}`, entry);

  const freeSlot = (taken: v.InferOutput<typeof list>): number => {
    const slots = new Set(taken.map(({ slot }) => slot));
    let free = 0;
    while (slots.has(free)) free += 1;
    return free;
  };

  return {
    /** @param name what the answer is to: the call with all that was asked */
    get<Value>(
      name: string,
      schema: v.GenericSchema<unknown, Value>,
    ): RememberedAnswer<Value> | null {
      const found = names.read()?.find((each) => each.name === name);
      const kept = found && slotOf(found.slot).read();
      if (!kept || kept.name !== name) return null;
      const decoded = v.safeParse(schema, kept.value);
      return decoded.success ? { at: kept.at, value: decoded.output } : null;
    },

    put(name: string, value: unknown): void {
      if (JSON.stringify(value).length > LONGEST_ANSWER) return;
      const known = names.read() ?? [];
      const others = known.filter((each) => each.name !== name);
      for (const { slot } of others.splice(0, others.length + 1 - MOST_ANSWERS)) {
        slotOf(slot).clear();
      }
      const slot = known.find((each) => each.name === name)?.slot ?? freeSlot(others);
      if (slotOf(slot).write({ name, at: now(), value })) names.write([...others, { name, slot }]);
    },

    /** Of this person nothing is left on the machine. */
    clear(): void {
      for (const { slot } of names.read() ?? []) slotOf(slot).clear();
      names.clear();
    },
  };
};

export type Remembered = ReturnType<typeof createRemembered>;
