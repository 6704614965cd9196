import { expect, test } from "vitest";
import type { SentAssignment } from "../../../../src/contract/assignments.ts";
import { matchFailure } from "../../../../src/core/match-failure.ts";
import {
  createHandIn,
  handInMessages,
} from "../../../../src/features/assignments/assignment-hand-in.ts";
import { Result } from "../../../../src/lib/result.ts";
import type { FormOptions } from "../../../../src/transport/send-form.ts";
import {
  first,
  handedIn,
  jpeg,
  LIST,
  openAssignments,
  openAttachments,
  POST,
  task,
  upload,
} from "../../support/open-assignments.ts";

const openHandIn = async () => {
  const opened = await openAssignments();
  return { ...opened, ...first(opened.service) };
};

test("the list is sorted: to do, then waiting, then done", async () => {
  const { service, school } = await openAssignments();
  const states = ["accepted", "uploaded", "open", "returned", "of another school"];
  school.answerWith(LIST, { assignments: states.map((state, id) => ({ ...task, id, state })) });
  await service.load();
  expect(service.own.state.value?.map(({ id }) => id)).toEqual([3, 2, 4, 1, 0]);
});

test("the newest answer and those not seen come before all that is to be done", async () => {
  const { service, school } = await openAssignments();
  const answered = (id: number, state: "accepted" | "returned", date: string, isNew: boolean) => {
    const feedback = { text: "Mind the hem", date, tutor: "Ruth", new: isNew };
    return { ...handedIn, id, state, uploads: [{ ...upload, id, feedback }] };
  };
  const open = [1, 2, 3, 4, 5].map((id) => ({ ...task, id }));
  const seen = answered(6, "accepted", "2026-03-09T09:00:00Z", false);
  const older = answered(7, "returned", "2026-03-03T09:00:00Z", false);
  const unseen = answered(8, "accepted", "2026-03-05T09:00:00Z", true);
  const order = async (assignments: SentAssignment[]) => {
    school.answerWith(LIST, { assignments });
    await service.load();
    return service.own.state.value?.map(({ id }) => id);
  };
  expect(await order([...open, older, seen])).toEqual([6, 7, 1, 2, 3, 4, 5]);
  expect(await order([...open, older, unseen, seen])).toEqual([6, 8, 7, 1, 2, 3, 4, 5]);
});

test("a list on the screen is fetched again for an answer that it does not have, and only then", async () => {
  const { service, school } = await openAssignments();
  const date = "2026-03-05T09:00:00Z";
  const feedback = { text: "Fine", date, tutor: "Ruth", new: true };
  const fetched = school.count(LIST);
  school.answerWith(LIST, { assignments: [{ ...handedIn, uploads: [{ ...upload, feedback }] }] });
  await service.follow([{ id: task.id, title: "Block", date }]);
  expect(school.count(LIST)).toBe(fetched + 1);
  await service.follow([{ id: task.id, title: "Block", date }]);
  await service.follow([]);
  expect(school.count(LIST)).toBe(fetched + 1);
});

test("a draft is handed in as a file of its own, alone or after the chosen files", async () => {
  const { school, handIn } = await openHandIn();
  school.answer(POST, (context) => context.json({ assignment: handedIn }, 201));
  handIn.setDraft({ name: "skirt-block.pattern.json", text: '{"pattern-draft":1}' });
  await handIn.upload();
  await handIn.attachments.add([jpeg("a.jpg")]);
  await handIn.upload();
  handIn.setDraft(null);
  await handIn.upload();
  expect(handIn.state.failure).toEqual({ kind: "none" });
  const sent = school.requests.filter(({ call }) => call === POST);
  const names = sent.map(({ body }) =>
    (body as FormData).getAll("files").map((file) => (file as File).name),
  );
  expect(names).toEqual([["skirt-block.pattern.json"], ["a.jpg", "skirt-block.pattern.json"]]);
});

test("a hand-in sends the form once, and then starts an empty one", async () => {
  const { service, school, drafts, assignment, handIn } = await openHandIn();
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
  expect(service.own.state.value).toMatchObject([{ state: "uploaded", uploads: [{ id: 31 }] }]);
  drafts.flush();
  expect(service.handIn(assignment)).toBe(handIn);
});

test("a hand-in that fails loses nothing, and is sent again under the same key unless it was changed", async () => {
  const { school, handIn } = await openHandIn();
  school.answer(POST, () => new Response("", { status: 502 }));
  await handIn.attachments.add([jpeg("a.jpg")]);
  handIn.setComment("The hem");
  await handIn.upload();
  const failure = { kind: "refused", status: 502 };
  expect(handIn.state).toMatchObject({ comment: "The hem", failure, outcome: null });
  await handIn.upload();
  handIn.setComment("The hem, and the waist");
  await handIn.upload();
  expect(handIn.attachments.state.files).toHaveLength(1);
  await handIn.attachments.add([jpeg("b.jpg")]);
  await handIn.upload();
  const [one, two, ...others] = school.keysOf(POST);
  expect(two).toBe(one);
  expect(new Set([one, ...others]).size).toBe(3);
});

// The messages are a table; these are one of each way through it.
test.each([
  [415, "attachment/heic", "attachments.heic"],
  [415, "", "attachments.wrong-kind"],
  [409, "account/limit_reached", "attachments.limit-reached"],
  [409, "", "assignment-failure.accepted"],
  [507, "account/storage_full", "attachments.storage-used"],
  [507, "server/storage_full", "assignment-failure.no-room"],
  [500, "server/unexpected_error", "assignment-failure.upload"],
])("a hand-in refused with %i %j shows: %s", async (status, code, message) => {
  const { school, handIn } = await openHandIn();
  school.answer(POST, () => school.refusal(status, code));
  await handIn.attachments.add([jpeg("a.jpg")]);
  await handIn.upload();
  const { failure } = handIn.state;
  expect(failure && matchFailure(failure, handInMessages)).toBe(message);
});

test("a hand-in shows how much has been sent, and cannot be cancelled once all has", async () => {
  const { machine, drafts } = await openAssignments();
  const { promise, resolve } = Promise.withResolvers<void>();
  let sending: FormOptions = {};
  const handIn = createHandIn({
    ...{
      assignmentId: 5,
      unsentTexts: drafts,
      randomHex: machine.randomHex,
      onHandedIn: () => undefined,
    },
    sendForm: async (_call, _form, options = {}) => {
      sending = options;
      await promise;
      return Result.fail({ kind: "unreachable" });
    },
    createAttachments: openAttachments,
  });
  await handIn.attachments.add([jpeg("a.jpg"), jpeg("b.jpg")]);
  const uploading = handIn.upload();
  await expect.poll(() => sending.onProgress).toBeDefined();
  expect(handIn.state.progress).toEqual({ sent: 0, total: 2 * jpeg("a.jpg").size });
  sending.onProgress?.({ sent: 10, total: 10 });
  expect(handIn.state.progress).toEqual({ sent: 10, total: 10 });
  handIn.cancel();
  expect(sending.signal?.aborted).toBe(false);
  resolve();
  await uploading;
  // A late report of a transfer that has ended.
  sending.onProgress?.({ sent: 10, total: 10 });
  expect(handIn.state).toMatchObject({ progress: null, failure: { kind: "unreachable" } });
});

test("a hand-in with a file that has vanished is not sent, and says so", async () => {
  const { school, handIn } = await openHandIn();
  const gone = () => Promise.reject(new DOMException("gone", "NotFoundError"));
  await handIn.attachments.add([Object.assign(jpeg("a.jpg"), { arrayBuffer: gone })]);
  await handIn.upload();
  expect(handIn.state).toMatchObject({ failure: { kind: "unusable" }, progress: null });
  expect(school.count(POST)).toBe(0);
});

test.each([
  ["before anything is sent", false],
  ["while bytes are being sent", true],
])("a hand-in that is cancelled %s keeps the form", async (_, isSending) => {
  const { school, handIn } = await openHandIn();
  const release = school.hold(POST);
  await handIn.attachments.add([jpeg("a.jpg")]);
  const uploading = handIn.upload();
  if (isSending) await expect.poll(() => school.count(POST)).toBe(1);
  handIn.cancel();
  release();
  await uploading;
  expect(handIn.state).toMatchObject({ outcome: "cancelled", failure: null, progress: null });
  expect(handIn.attachments.state.files).toHaveLength(1);
});

test("a hand-in has a comment of its own for each assignment, which is gone once it was handed in", async () => {
  const { service, school, drafts, machine } = await openAssignments();
  school.answerWith(LIST, { assignments: [task, { ...task, id: 6 }, { ...task, id: 7 }] });
  school.answer(POST, (context) => context.json({ assignment: handedIn }, 201));
  await service.load();
  const { handIn } = first(service);
  handIn.setComment("The hem");
  service.handIn({ ...first(service).assignment, id: 6 }).setComment("The waist");
  await handIn.attachments.add([jpeg("a.jpg")]);
  await handIn.upload();
  drafts.flush();
  const after = await openAssignments("dana", { machine });
  const { assignment } = first(after.service);
  const comments = [5, 6, 7].map((id) => after.service.handIn({ ...assignment, id }));
  expect(comments.map(({ state }) => state.comment)).toEqual(["", "The waist", ""]);
});
