import * as v from "valibot";
import type { Id } from "../../contract/wire.ts";
import { createStored } from "../../core/stored.ts";
import type { Clock, KeyValue } from "../../platform/ports.ts";

/** So many answers of one person are kept, besides those that stay, each of at most so many characters. */
const MAX_ANSWERS = 60;
const MAX_ANSWER_LENGTH = 8_000_000;

const list = v.array(v.object({ name: v.string(), slot: v.number() }));
const entry = v.object({
  name: v.string(),
  at: v.number(),
  value: v.unknown(),
  tag: v.nullish(v.string(), null),
});

export interface RememberedAnswer<Value> {
  /** When it was given, in milliseconds since 1970. */
  readonly at: number;
  readonly value: Value;
  /** The answer's `ETag`; null where it has none, or was changed here. */
  readonly tag: string | null;
}

/**
 * The last good answers of the school to one person, kept on this machine for when it cannot be
 * reached. Of very many the one that was given longest ago goes.
 * @param stays whether the answer of that name is never let go for others
 */
export const createRemembered = (
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

  const letGo = (name: string): void => {
    const known = names.read() ?? [];
    const found = known.find((each) => each.name === name);
    if (!found) return;
    slotOf(found.slot).clear();
    names.write(known.filter((each) => each !== found));
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
      return decoded.success ? { at: kept.at, value: decoded.output, tag: kept.tag } : null;
    },

    put(name: string, value: unknown, tag: string | null = null): void {
      if (JSON.stringify(value).length > MAX_ANSWER_LENGTH) {
        letGo(name);
        return;
      }
      const known = names.read() ?? [];
      const others = known.filter((each) => each.name !== name);
      const passing = others.filter((each) => !stays(each.name));
      const most = stays(name) ? MAX_ANSWERS : MAX_ANSWERS - 1;
      const gone = new Set(passing.slice(0, Math.max(0, passing.length - most)));
      for (const { slot } of gone) slotOf(slot).clear();
      const left = others.filter((each) => !gone.has(each));
      const slot = known.find((each) => each.name === name)?.slot ?? freeSlot(left);
      if (slotOf(slot).write({ name, at: now(), value, tag })) {
        names.write([...left, { name, slot }]);
      }
    },

    /** The answer of that name holds no more. */
    letGo,

    /** Of this person nothing is left on the machine. */
    clear(): void {
      for (const { slot } of names.read() ?? []) slotOf(slot).clear();
      names.clear();
    },
  };
};

export type Remembered = ReturnType<typeof createRemembered>;
