import { expect, test } from "vitest";
import { acceptPolicy } from "../../../src/contract/account.ts";
import { getDefaultMeasurement, getMeasurements } from "../../../src/contract/measurements.ts";
import { decode } from "./decode.ts";

const whole = {
  id: 3,
  name: "Spring",
  is_default: true,
  units: "in",
  updated: "2026-11-18T12:00:00.000Z",
  values: { waist_girth: 68.5, hip_girth: null },
};

const read = (measurement: unknown) => decode(getDefaultMeasurement, { measurement })?.measurement;

test("a measurement table is read with fields that a server adds", () => {
  expect(read({ ...whole, is_default: 1, owner: 7 })).toEqual(whole);
  // Numbers may be text; what is no number is dropped.
  const values = { a: "68.5", b: "", c: "wide", d: {}, e: 0, f: true };
  const numbers = { a: 68.5, b: null, c: null, d: null, e: 0, f: null };
  expect(read({ ...whole, values })?.values).toEqual(numbers);
});

test("a measurement table needs only an id", () => {
  const bare = { name: "", is_default: false, units: "cm", updated: null, values: {} };
  expect(read({ id: "m-1" })).toEqual({ id: "m-1", ...bare });
  const sent = { id: "12", units: "ell", values: [1], is_default: "1" };
  expect(read(sent)).toMatchObject({ id: 12, is_default: true, units: "cm" });
});

test("a measurement table may be missing", () => {
  expect(read(null)).toBeNull();
  const none = { measurements: [], cursor: null };
  expect(decode(getMeasurements, { measurements: null })).toEqual(none);
  for (const other of [{}, ["surprise"]]) {
    expect(decode(getMeasurements, other)).toBeNull();
    expect(decode(getDefaultMeasurement, other)).toBeNull();
  }
});

test("an accepted policy has a day", () => {
  expect(decode(acceptPolicy, { accepted: "2026-11-18" })).toEqual({ accepted: "2026-11-18" });
  expect(decode(acceptPolicy, { accepted: false })).toEqual({ accepted: null });
  expect(decode(acceptPolicy, ["surprise"])).toBeNull();
});
