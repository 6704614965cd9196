import * as v from "valibot";
import { type Id, id } from "../contract/wire.ts";
import { createStored } from "../core/stored.ts";
import type { OptionValues } from "../drafting/block.ts";
import type { KeyValue } from "../platform/ports.ts";

/** What a person drafts: a block, a table, and options. */
export interface Choice {
  readonly block: string;
  /** The id of a table; null for the default one, and for the example where the person has none. */
  readonly table: Id | null;
  /** The options that differ from those of the lessons, by block. */
  readonly options: Readonly<Record<string, OptionValues>>;
}

/** A number or a word. `v.union` would be code in every sign-in, as all of the library that is used. */
const value = v.pipe(
  v.unknown(),
  v.check((given) => typeof given === "number" || typeof given === "string"),
);

const choice = v.object({
  block: v.string(),
  table: v.nullable(id),
  options: v.record(v.string(), v.record(v.string(), value)),
}) as v.GenericSchema<unknown, Choice>;

/** A person's last choice on this machine. Tabs share it: the last change is what the next start shows. */
export const storedChoice = (storage: KeyValue, personId: Id) =>
  createStored(storage, `patterns.v1/${encodeURIComponent(personId)}`, choice);

/** The options of the chosen block that differ from those of the lessons. */
export const optionsOf = ({ block, options }: Choice): OptionValues =>
  Object.hasOwn(options, block) ? (options[block] ?? {}) : {};

/** The choice with other options of its block. */
export const withOptions = (present: Choice, options: OptionValues): Choice => ({
  ...present,
  options: { ...present.options, [present.block]: options },
});
