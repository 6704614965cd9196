import * as v from "valibot";
import { call } from "./call.ts";
import { cursor, PAGE_QUERY } from "./page.ts";
import { type DeepReadonly, date, flag, id, text, type WireSchema } from "./wire.ts";

/** A number, or a text with a number; anything else reads as null. */
const measure = v.pipe(
  v.unknown(),
  v.transform((value) => {
    const number = typeof value === "string" && value.trim() ? Number(value) : value;
    return typeof number === "number" && Number.isFinite(number) ? number : null;
  }),
) as WireSchema<number | null>;

/** A measurement table. Values are in centimetres, kilograms and degrees, whatever `units` says. */
export const measurement = v.object({
  id,
  name: text,
  is_default: flag as v.GenericSchema as WireSchema<0 | 1, boolean>,
  /** The unit in which lengths are shown. */
  units: v.fallback(v.picklist(["cm", "in"]), "cm"),
  updated: date,
  values: v.fallback(v.record(v.string(), measure), {}),
});

export type Measurement = DeepReadonly<v.InferOutput<typeof measurement>>;
export type SentMeasurement = v.InferInput<typeof measurement>;

const one = v.object({ measurement });

const isFlag = (value: unknown): boolean =>
  value === 0 || value === 1 || typeof value === "boolean";

/** The fields of a table to save. In an existing table, missing fields stay unchanged. */
const saved = v.object({
  name: v.optional(v.string()),
  is_default: v.optional(
    v.pipe(v.unknown(), v.check(isFlag)) as v.GenericSchema<unknown, boolean | 0 | 1>,
  ),
  units: v.optional(v.picklist(["cm", "in"])),
  values: v.optional(v.record(v.string(), v.nullable(v.number()))),
  /** `updated` of the version that a change replaces. Without it, a change replaces any version. */
  replaces: v.nullish(v.string()),
});

/** A page of the person's measurement tables, the one that was saved last first. */
export const getMeasurements = call.get("/user/measurements", {
  query: PAGE_QUERY,
  answer: v.object({ measurements: v.nullable(v.array(measurement), []), cursor }),
});

/** The default table; null if the person has no table. */
export const getDefaultMeasurement = call.get("/user/measurements/default", {
  answer: v.object({ measurement: v.nullable(measurement) }),
});

/** Creates a table. The first one is always the default; a later one is if `is_default` says so. */
export const postMeasurement = call.post("/user/measurements", {
  repeatable: true,
  body: saved,
  answer: one,
});

/**
 * Changes a table. 404 `measurement/not_found`. Only our school: 409 `measurement/changed` if the table is
 * not what the change `replaces` any more; nothing is changed then.
 */
export const putMeasurement = call.put("/user/measurements/:id", { body: saved, answer: one });

/** Deletes a table. After the default table, the one that was saved last becomes the default. */
export const deleteMeasurement = call.delete("/user/measurements/:id", { answer: "nothing" });
