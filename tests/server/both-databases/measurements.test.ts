import { expect, test } from "vitest";
import { FIELD_KEYS } from "../../../src/domain/measurements/fields.ts";
import { MINUTE, NOON, openSchool } from "../support/test-school.ts";

const TABLES = "/user/measurements";

const school = openSchool.shared();

const post = (token: string, json: object, headers: Record<string, string> = {}) =>
  school.call(TABLES, { token, json, headers });
const put = (token: string, id: number | string, json: object) =>
  school.call(`${TABLES}/${id}`, { method: "PUT", token, json });
const remove = (token: string, id: number | string) =>
  school.call(`${TABLES}/${id}`, { method: "DELETE", token });
const list = async (token: string) =>
  (await school.call(TABLES, { token })).json.measurements as {
    id: number;
    name: string;
    is_default: number;
  }[];
const defaultName = async (token: string) => {
  const names = (await list(token)).filter((each) => each.is_default === 1);
  const { measurement } = (await school.call(`${TABLES}/default`, { token })).json;
  expect(names.map(({ name }) => name)).toEqual(measurement ? [measurement.name] : []);
  return measurement?.name ?? null;
};

/** Creates a table a minute after the previous one. */
const make = async (token: string, name: string, more: object = {}) => {
  school.now += MINUTE;
  const answer = await post(token, { name, ...more });
  expect(answer.status).toBe(201);
  return answer.json.measurement as { id: number };
};

test("measurement tables are stored as sent, to a tenth, in every field, and keep what a change leaves out", async () => {
  school.now = NOON;
  const { token } = await school.student();
  expect((await school.call(TABLES, { token })).json).toEqual({ measurements: [], cursor: null });
  expect((await school.call(`${TABLES}/default`, { token })).json).toEqual({ measurement: null });
  const values = Object.fromEntries(FIELD_KEYS.map((field, index) => [field, index + 0.1]));
  const json = { name: "Spring", is_default: 0, units: "in", values };
  const made = (await post(token, json)).json.measurement;
  expect(made).toEqual({
    ...{ id: expect.any(Number), name: "Spring", is_default: 1, units: "in", values },
    updated: "2026-11-18T12:00:00.000Z",
  });
  expect(FIELD_KEYS).toHaveLength(46);
  expect(await list(token)).toEqual([made]);
  school.now += MINUTE;
  const summer = { ...json, name: "Summer", units: "cm" };
  const rough = { waist_girth: 68.249, hip_girth: null, height: 0, body_mass: 99_999 };
  const changed = (await put(token, made.id, { ...summer, values: rough })).json.measurement;
  expect(changed).toMatchObject({
    ...{ id: made.id, name: "Summer", units: "cm", updated: "2026-11-18T12:01:00.000Z" },
    values: { waist_girth: 68.2, height: 0, body_mass: 99_999 },
  });
  expect(await list(token)).toEqual([changed]);
  const { measurement } = (await put(token, made.id, { name: "Autumn" })).json;
  expect(measurement).toEqual({ ...changed, name: "Autumn", updated: expect.any(String) });
  expect(changed).toMatchObject({ is_default: 1 });
});

test("measurement tables have exactly one default, whatever is created, changed and deleted", async () => {
  const { token } = await school.student();
  const first = await make(token, "first");
  expect(await defaultName(token)).toBe("first");
  const second = await make(token, "second", { is_default: 1 });
  expect(await defaultName(token)).toBe("second");
  const third = await make(token, "third", { is_default: 0 });
  expect(await defaultName(token)).toBe("second");
  await put(token, third.id, { is_default: 1 });
  expect(await defaultName(token)).toBe("third");
  await put(token, third.id, { is_default: 0 });
  expect(await defaultName(token)).toBe("second");
  school.now += MINUTE;
  await put(token, first.id, { name: "first, again" });
  await remove(token, second.id);
  expect(await defaultName(token)).toBe("first, again");
  await remove(token, third.id);
  await put(token, first.id, { is_default: 0 });
  expect(await defaultName(token)).toBe("first, again");
  expect((await remove(token, first.id)).status).toBe(204);
  expect(await defaultName(token)).toBe(null);
});

test("measurement tables have one default when several are created and changed at once", async () => {
  const { token } = await school.student();
  const made = await Promise.all(
    Array.from({ length: 8 }, (_, at) => post(token, { name: `${at}`, is_default: 1 })),
  );
  await defaultName(token);
  const ids = made.map(({ json }) => json.measurement.id);
  await Promise.all([
    ...ids.map((id) => put(token, id, { is_default: 1 })),
    remove(token, ids[0]),
    remove(token, ids[1]),
  ]);
  expect(await defaultName(token)).not.toBe(null);
});
