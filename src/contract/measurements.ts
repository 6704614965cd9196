import * as v from "valibot";
import { call } from "./call.ts";
import { type DeepReadonly, date, flag, id, text, type WireSchema } from "./wire.ts";

/** A number, or a text that is one; anything else is no measure. */
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
  /** How lengths are shown. */
  units: v.fallback(v.picklist(["cm", "in"]), "cm"),
  updated: date,
  values: v.fallback(v.record(v.string(), measure), {}),
});

export type Measurement = DeepReadonly<v.InferOutput<typeof measurement>>;
export type SentMeasurement = v.InferInput<typeof measurement>;

const one = v.object({ measurement });

/** What is saved; of a table that is there already, what is left out stays as it is. */
const saved = v.object({
  name: v.optional(v.string()),
  is_default: v.optional(v.union([v.boolean(), v.picklist([0, 1])])),
  units: v.optional(v.picklist(["cm", "in"])),
  values: v.optional(v.record(v.string(), v.nullable(v.number()))),
});

export const getMeasurements = call({
  method: "GET",
  path: "/user/measurements",
  answer: v.object({ measurements: v.nullable(v.array(measurement), []) }),
});

export const getDefaultMeasurement = call({
  method: "GET",
  path: "/user/measurements/default",
  answer: v.object({ measurement: v.nullable(measurement) }),
});

/** The first table is the default, whatever it says; a later one that says so takes it over. */
export const postMeasurement = call({
  method: "POST",
  path: "/user/measurements",
  repeatable: true,
  body: saved,
  answer: one,
});

export const putMeasurement = call({
  method: "PUT",
  path: "/user/measurements/:id",
  body: saved,
  answer: one,
});

/** Deleting the default passes it to the table that was saved last. */
export const deleteMeasurement = call({
  method: "DELETE",
  path: "/user/measurements/:id",
  answer: "nothing",
});
