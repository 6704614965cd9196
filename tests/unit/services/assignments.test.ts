import { describe, expect, test } from "vitest";
import { createAssignments } from "../../../src/services/assignments.ts";
import { createDrafts } from "../../../src/services/drafts.ts";
import type { SendForm } from "../../../src/transport/send-form.ts";
import { openInside } from "./support/open-app.ts";
import type { createSmallSchool } from "./support/small-school.ts";

const LIST = "GET /user/assignments";
const POST = "POST /user/assignments";
const FEEDBACK = "POST /user/assignments/5/feedback";

const task = { id: 5, lesson_id: 5, course_id: 10, product: "PM", title: "Block", state: "open" };
const upload = { id: 31, date: "2026-03-02T09:00:00Z", comment: "Mine", files: [], feedback: null };
const handedIn = { ...task, state: "uploaded", uploads: [upload] };
const waiting = { ...handedIn, student: { id: 7, name: "Dana" } };

const jpeg = (name: string) =>
  new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0])], name, { lastModified: 1 });

/** The service as the app wires it, but that forms go with fetch: Node has no other. */
const start = async (username = "dana", options: Parameters<typeof openInside>[1] = {}) => {
  const opened = await openInside(username, options);
  const { app, machine, school } = opened;
  school.answer(LIST, (context) =>
    context.req.query("state") === "uploaded" && username === "dana"
      ? school.refusal(403, "session/not_allowed")
      : context.json({ assignments: context.req.query("state") ? [waiting] : [task] }),
  );
  const { send, sendForBytes } = app.transport;
  const sendForm: SendForm = (call, form, { headers, signal } = {}) =>
    send(call, { body: form as never, headers, signal });
  const drafts = createDrafts({ storage: machine.storage, personId: 7, now: machine.now });
  const service = createAssignments({
    send,
    sendForBytes,
    sendForm,
    drafts,
    shrink: async () => null,
    randomHex: machine.randomHex,
    level: () => app.session.state.level,
  });
  await service.load();
  return { ...opened, service, drafts };
};

const first = (service: Awaited<ReturnType<typeof start>>["service"]) => {
  const assignment = service.state.assignments?.[0];
  if (!assignment) throw new Error("there is no assignment");
  return { assignment, handIn: service.handIn(assignment) };
};

describe("the list", () => {
  test("has what is to be done before what waits and what is done", async () => {
    const { service, school } = await start();
    const states = ["accepted", "uploaded", "open", "returned", "of another school"];
    school.answer(LIST, (context) =>
      context.json({ assignments: states.map((state, id) => ({ ...task, id, state })) }),
    );
    await service.load();
    expect(service.state.assignments?.map(({ id, state }) => [id, state])).toEqual([
      [3, "returned"],
      [2, "open"],
      [4, "open"],
      [1, "uploaded"],
      [0, "accepted"],
    ]);
  });

  test("that does not come leaves what there was, and comes at a new try", async () => {
    const { service, school } = await start();
    school.network.up = false;
    await service.load();
    expect(service.state.failure).toEqual({ kind: "not-fetched" });
    expect(service.state.assignments).toHaveLength(1);
    school.network.up = true;
    school.answer(LIST, (context) => context.json({ assignments: [{ title: "no id" }] }));
    await service.load();
    expect(service.state.failure).toEqual({ kind: "invalid-content" });
    school.answer(LIST, (context) => context.json({ assignments: [task] }));
    await service.load();
    expect(service.state.failure).toBeNull();
  });
});

describe("a hand-in", () => {
  test("takes the form along once, and then begins anew", async () => {
    const { service, school, drafts } = await start();
    const { assignment, handIn } = first(service);
    school.answer(POST, (context) => context.json({ assignment: handedIn }, 201));
    await handIn.attachments.add([jpeg("a.jpg"), jpeg("b.jpg")]);
    handIn.setComment("The hem");
    await Promise.all([handIn.upload(), handIn.upload()]);
    expect(school.count(POST)).toBe(1);
    const form = school.requests.at(-1)?.body as FormData;
    expect([form.get("assignment_id"), form.get("comment")]).toEqual(["5", "The hem"]);
    expect(form.getAll("files").map((file) => (file as File).name)).toEqual(["a.jpg", "b.jpg"]);
    expect(handIn.state).toMatchObject({ comment: "", outcome: "handed-in", progress: null });
    expect(handIn.attachments.state.files).toEqual([]);
    expect(service.state.assignments).toMatchObject([{ state: "uploaded", uploads: [{ id: 31 }] }]);
    drafts.flush();
    expect(service.handIn(assignment)).toBe(handIn);
  });

  test("that fails costs nothing, and is sent again under the same key unless it has changed", async () => {
    const { service, school } = await start();
    const { handIn } = first(service);
    const keys = () =>
      school.requests
        .filter(({ call }) => call === POST)
        .map(({ request }) => request.headers.get("idempotency-key"));
    school.answer(POST, () => new Response("", { status: 502 }));
    await handIn.attachments.add([jpeg("a.jpg")]);
    handIn.setComment("The hem");
    await handIn.upload();
    expect(handIn.state).toMatchObject({
      comment: "The hem",
      failure: { kind: "no-connection" },
      outcome: null,
    });
    await handIn.upload();
    handIn.setComment("The hem, and the waist");
    await handIn.upload();
    const [one, two, three] = keys();
    expect(two).toBe(one);
    expect(three).not.toBe(one);
    expect(handIn.attachments.state.files).toHaveLength(1);
  });

  test.each([
    [413, "attachment/too_large", "too-large"],
    [413, "", "too-large"],
    [415, "attachment/wrong_kind", "wrong-kind"],
    [422, "attachment/empty", "empty"],
    [422, "attachment/too_many", "too-many"],
    [409, "assignment/accepted", "accepted"],
    [403, "lesson/not_active", "closed"],
    [404, "assignment/not_found", "closed"],
    [507, "server/storage_full", "no-room"],
    [503, "server/closing", "no-room"],
    [500, "server/unexpected_error", "no-connection"],
  ])("refused with %i %j says so: %s", async (status, code, kind) => {
    const { service, school } = await start();
    const { handIn } = first(service);
    school.answer(POST, () => school.refusal(status, code));
    await handIn.attachments.add([jpeg("a.jpg")]);
    await handIn.upload();
    expect(handIn.state.failure).toEqual({ kind });
  });

  test("without a file is not sent", async () => {
    const { service, school } = await start();
    const { handIn } = first(service);
    await handIn.upload();
    expect(handIn.state.failure).toEqual({ kind: "none" });
    expect(school.count(POST)).toBe(0);
  });

  test("that is cancelled keeps all there is", async () => {
    const { service, school } = await start();
    const { handIn } = first(service);
    const release = school.hold(POST);
    await handIn.attachments.add([jpeg("a.jpg")]);
    const uploading = handIn.upload();
    handIn.cancel();
    release();
    await uploading;
    expect(handIn.state).toMatchObject({ outcome: "cancelled", failure: null, progress: null });
    expect(handIn.attachments.state.files).toHaveLength(1);
  });

  test("has its words again in a new page, for the same person", async () => {
    const before = await start();
    first(before.service).handIn.setComment("Half a thought");
    before.drafts.flush();
    const after = await start("dana", { machine: before.machine });
    expect(first(after.service).handIn.state.comment).toBe("Half a thought");
  });
});

describe("a tutor", () => {
  test("has everybody's that wait; a student is not even asked for them", async () => {
    const student = await start();
    expect(student.service.state.waiting).toBeNull();
    expect(student.school.count(LIST)).toBe(1);
    const { service } = await start("boss");
    expect(service.state.waiting).toMatchObject([{ id: 5, student: { name: "Dana" } }]);
  });

  test.each([
    ["refuses", (school: ReturnType<typeof createSmallSchool>) => school.refusal(404, "")],
    ["sends one's own", () => Response.json({ assignments: [task] })],
  ])("does without where a school %s", async (_, answer) => {
    const { service, school } = await start("boss");
    school.answer(LIST, (context) =>
      context.req.query("state") ? answer(school) : context.json({ assignments: [task] }),
    );
    service.state.waiting = null;
    await service.load();
    expect([service.state.waiting, service.state.waitingFailure]).toEqual([null, null]);
    expect(service.state.assignments).toHaveLength(1);
  });

  test("says why something is returned, and what was typed outlives a failure", async () => {
    const { service, school } = await start("boss");
    const [assignment] = service.state.waiting ?? [];
    if (!assignment) throw new Error("nothing waits");
    const answer = service.answer(assignment);
    await answer.give("returned");
    expect(answer.state.failure).toEqual({ kind: "missing" });
    expect(school.count(FEEDBACK)).toBe(0);
    answer.setText("Turn the grainline");
    school.answer(FEEDBACK, () => school.refusal(500, ""));
    await answer.give("returned");
    expect(answer.state).toMatchObject({
      text: "Turn the grainline",
      failure: { kind: "no-connection" },
      given: null,
    });
    school.answer(FEEDBACK, (context) => context.json({ assignment: waiting }));
    await Promise.all([answer.give("returned"), answer.give("returned")]);
    expect(school.count(FEEDBACK)).toBe(2);
    expect(school.requests.at(-1)?.body).toEqual({
      student_id: 7,
      upload_id: 31,
      state: "returned",
      text: "Turn the grainline",
    });
    expect(answer.state.given).toBe("returned");
  });
});

describe("files", () => {
  test("that are not there are told from those that did not come", async () => {
    const { service, school } = await start();
    const { assignment } = first(service);
    const sheet = { ...assignment, instructions: "absent.svg" };
    expect(await service.instructions(sheet)).toEqual({
      ok: false,
      failure: { kind: "not-found" },
    });
    school.network.up = false;
    expect(await service.instructions({ ...sheet, instructions: "task.svg" })).toEqual({
      ok: false,
      failure: { kind: "not-fetched" },
    });
  });

  test("are shown as photos only when they are some", async () => {
    const { service, school } = await start();
    const { assignment } = first(service);
    const address = (name: string) => `GET /user/assignments/5/uploads/31/${name}`;
    school.answer(address("a.jpg"), (context) => context.body(new Uint8Array([0xff, 0xd8, 0xff])));
    school.answer(address("b.jpg"), (context) => context.body("<svg onload=alert(1)>"));
    const photo = service.photo(assignment, 31, "a.jpg");
    expect(await photo.url).toMatch(/^blob:/);
    photo.release();
    expect(await service.photo(assignment, 31, "b.jpg").url).toBeNull();
  });
});
