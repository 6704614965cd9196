import { expect, test } from "vitest";
import { createMeasurements } from "../../../src/core/measurements.ts";
import { measurementsKey } from "../../../src/core/measurements-key.ts";
import { openSignedIn } from "../support/open-app.ts";

const LIST = "GET /user/measurements";
const DEFAULT = "GET /user/measurements/default";
const POST = "POST /user/measurements";

const spring = {
  ...{ id: 3, name: "Spring", is_default: true, units: "cm" as const },
  ...{ updated: "2026-03-01T10:00:00.000Z", values: { waist_girth: 68.5 } },
};
const autumn = { ...spring, id: 4, name: "Autumn", is_default: false, updated: "2026-03-02" };

const winter = { ...autumn, id: 5, name: "Winter", updated: "2026-03-03" };

const openTables = async (tables: object[] = [autumn, spring]) => {
  const opened = await openSignedIn();
  const { school, machine, app } = opened;
  const { token } = app.session.state;
  const isOver = () => app.session.state.token !== token;
  const create = (personId = 7) =>
    createMeasurements({ ...machine, send: app.transport.send, personId, isOver });
  school.answerWith(LIST, { measurements: tables });
  const standard = tables.find((table) => "is_default" in table && table.is_default) ?? null;
  school.answerWith(DEFAULT, { measurement: standard });
  const service = create();
  await service.load();
  const names = () => service.state.tables?.map(({ name }) => name);
  return { ...opened, service, create, names };
};

test("measurement tables have the default first, which is stored for the next start", async () => {
  const { service, names, create } = await openTables();
  expect(names()).toEqual(["Spring", "Autumn"]);
  expect(service.state.standard).toEqual(spring);
  expect(create().state).toMatchObject({ tables: null, standard: spring });
  expect(create(8).state.standard).toBeNull();
});

test("measurement tables stay when they cannot be fetched again, and the stored default is shown", async () => {
  const { service, create, school, names } = await openTables();
  school.network.up = false;
  await service.load();
  const cut = { kind: "unreachable" };
  expect(service.state).toMatchObject({ failed: cut, standardFailed: cut, standard: spring });
  expect(names()).toEqual(["Spring", "Autumn"]);
  const later = create();
  await later.load();
  expect(later.state).toMatchObject({ tables: null, failed: cut, standard: spring });
  school.network.up = true;
  const again = later.load();
  expect(later.state.failed).toBeNull();
  await again;
  expect(later.state).toMatchObject({ failed: null, standardFailed: null });
});

test("measurement tables of a long list are fetched page by page, with the default from wherever it is", async () => {
  const { service, school, names } = await openTables();
  const next = { measurements: [autumn, spring], cursor: null };
  school.answerPages(LIST, { measurements: [winter], cursor: "7.5" }, next);
  await service.load();
  expect(names()).toEqual(["Spring", "Winter"]);
  school.network.up = false;
  expect(await service.more()).toBe(false);
  school.network.up = true;
  // A page that is asked for twice is appended once.
  await Promise.all([service.more(), service.more()]);
  expect(names()).toEqual(["Spring", "Winter", "Autumn"]);
  expect(service.state.cursor).toBeNull();
});

test("measurement tables are removed from the machine when the person signs out, also if they come only then", async () => {
  const { app, school, machine, service } = await openTables();
  app.stopOnSessionEnd();
  const stored = () => machine.tabs.keys().filter((key) => key.startsWith("measurements."));
  expect(stored()).toEqual([measurementsKey(7)]);
  const release = school.hold(DEFAULT);
  const loading = service.load();
  app.session.logOut();
  expect(stored()).toEqual([]);
  release();
  await loading;
  expect(stored()).toEqual([]);
});

test("measurement tables are created once, however often the same one is sent before an answer", async () => {
  const { service, school, names } = await openTables();
  const made = { id: null, name: "New", units: "in" as const, values: { height: 170 } };
  school.answer(POST, () => new Response("", { status: 500 }));
  expect(await service.save(made)).toMatchObject({ ok: false, failure: { kind: "not-saved" } });
  school.answer(POST, () => school.refusal(409, "account/limit_reached"));
  const { failure } = (await service.save(made)) as { failure?: object };
  expect(failure).toMatchObject({ kind: "limit-reached" });
  school.answerWith(POST, { measurement: { ...autumn, ...made, id: 5, updated: "2026-03-03" } });
  expect(await service.save(made)).toMatchObject({ ok: true, value: { id: 5 } });
  await service.save(made);
  await service.save({ ...made, name: "Other" });
  const keys = school.keysOf(POST);
  expect(keys[0]).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect([keys[1], keys[2]]).toEqual([keys[0], keys[0]]);
  expect(new Set(keys).size).toBe(3);
  expect(names()).toEqual(["Spring", "New", "Autumn"]);
});

test("measurement tables have one default, the one that was chosen last", async () => {
  const { service, school, names, create } = await openTables();
  school.answerWith("PUT /user/measurements/4", { measurement: { ...autumn, is_default: 1 } });
  expect(await service.makeDefault(autumn)).toMatchObject({ ok: true });
  expect(school.requests.at(-1)?.body).toMatchObject({ is_default: 1, name: "Autumn" });
  expect(names()).toEqual(["Autumn", "Spring"]);
  expect(service.state.tables?.map((table) => table.is_default)).toEqual([true, false]);
  expect(create().state.standard?.name).toBe("Autumn");
});

test.each([
  ["pass the default on when it is deleted", [autumn, spring], 3, ["Autumn"], "Autumn"],
  ["have no default once the only one is deleted", [spring], 3, [], null],
  ["keep their default when another is deleted", [autumn, spring], 4, ["Spring"], "Spring"],
])("measurement tables %s", async (_, tables, id, left, standard) => {
  const { service, school, names, create } = await openTables(tables);
  school.answer(`DELETE /user/measurements/${id}`, (context) => context.body(null, 204));
  expect(await service.remove(id)).toMatchObject({ ok: true });
  expect(names()).toEqual(left);
  expect(service.state.tables?.filter((table) => table.is_default)).toHaveLength(standard ? 1 : 0);
  const standards = [service, create()].map(({ state }) => state.standard?.name ?? null);
  expect(standards).toEqual([standard, standard]);
});

test("measurement tables that were deleted elsewhere count as deleted, and cannot be changed", async () => {
  const { service, school, names } = await openTables();
  const gone = () => school.refusal(404, "measurement/not_found");
  school.answer("PUT /user/measurements/3", gone);
  school.answer("DELETE /user/measurements/4", gone);
  const failure = { kind: "gone" };
  expect(await service.save(spring)).toMatchObject({ ok: false, failure });
  expect(names()).toEqual(["Autumn"]);
  expect(await service.remove(4)).toMatchObject({ ok: true });
  expect(names()).toEqual([]);
});

test("measurement tables that were changed elsewhere are not replaced, and are those of the school then", async () => {
  const { service, school } = await openTables();
  const theirs = { ...spring, name: "Theirs", updated: "2026-03-04" };
  const sent: string[] = [];
  school.answer("PUT /user/measurements/3", async ({ req }) => {
    const body = await req.json();
    sent.push(body.replaces);
    if (body.replaces !== theirs.updated) return school.refusal(409, "measurement/changed");
    return Response.json({ measurement: { ...theirs, ...body } });
  });
  school.answerWith(LIST, { measurements: [theirs, autumn] });
  school.answerWith(DEFAULT, { measurement: theirs });
  const failure = { kind: "changed" };
  const mine = { ...spring, name: "Mine", replaces: spring.updated };
  expect(await service.save(mine)).toMatchObject({ ok: false, failure });
  expect(service.state.tables?.[0]?.name).toBe("Theirs");
  // Another default changes nothing else of a table.
  expect(await service.makeDefault(spring)).toMatchObject({ value: { name: "Theirs" } });
  expect(sent).toEqual([spring.updated, spring.updated, theirs.updated]);
});

test("measurement tables stay as they are when the school refuses a change, or does not answer", async () => {
  const { service, school, names } = await openTables();
  const refuse = () => school.refusal(500, "server/unexpected_error");
  school.answer("PUT /user/measurements/3", refuse);
  school.answer("DELETE /user/measurements/3", refuse);
  for (const up of [true, false]) {
    school.network.up = up;
    const notUpdated = { failure: { kind: "not-updated" } };
    expect(await service.save({ ...spring, name: "x" })).toMatchObject(notUpdated);
    expect(await service.makeDefault(spring)).toMatchObject(notUpdated);
    expect(await service.remove(3)).toMatchObject({ failure: { kind: "not-deleted" } });
    expect(names()).toEqual(["Spring", "Autumn"]);
  }
});

test("measurement tables are saved without the later fields at a school that does not know them", async () => {
  const { service, school } = await openTables();
  const values = { waist_girth: 70, waist_to_top_hip: 10.5, back_waist_arc: 34 };
  const isKnown = (body: unknown) => !JSON.stringify(body).includes("waist_to_top_hip");
  const answerTo = (call: string, status: 200 | 201) =>
    school.answer(call, async (context) => {
      const body = await context.req.json();
      if (!isKnown(body)) return school.refusal(422, "request/invalid");
      return context.json({ measurement: { ...autumn, ...body } }, status);
    });
  answerTo(POST, 201);
  answerTo("PUT /user/measurements/4", 200);
  const kept = { ok: true, value: { values: { waist_girth: 70 } } };
  expect(await service.save({ ...autumn, id: null, values })).toMatchObject(kept);
  expect(await service.save({ ...autumn, values })).toMatchObject(kept);
  const sent = school.count(POST);
  school.answer(POST, () => school.refusal(422, "request/invalid"));
  await service.save({ ...autumn, id: null, name: "", values: { waist_girth: 70 } });
  expect(school.count(POST)).toBe(sent + 1);
});

test("measurement tables are not brought back by a page from before a deletion", async () => {
  const { service, school, names } = await openTables();
  const further = [[autumn], []];
  school.answer(LIST, (context) =>
    context.req.query("before")
      ? context.json({ measurements: further.shift() })
      : context.json({ measurements: [spring], cursor: "3.1" }),
  );
  await service.load();
  const asked = school.count(LIST);
  const release = school.hold(LIST);
  const loading = service.more();
  await expect.poll(() => school.count(LIST)).toBe(asked + 1);
  school.answer("DELETE /user/measurements/4", (context) => context.body(null, 204));
  await service.remove(4);
  release();
  expect(await loading).toBe(true);
  expect(names()).toEqual(["Spring"]);
});
