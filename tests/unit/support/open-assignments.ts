import { getAssignments, type SentAssignment } from "../../../src/contract/assignments.ts";
import { createAttachments } from "../../../src/core/attachments.ts";
import { createUnsentTexts } from "../../../src/core/unsent-texts.ts";
import { createAssignments } from "../../../src/features/assignments/assignments.ts";
import { createWaiting } from "../../../src/features/assignments/waiting-assignments.ts";
import type { SendForm } from "../../../src/transport/send-form.ts";
import { answerTo } from "../../answer-to.ts";
import { jpeg as photo } from "../../support/photos.ts";
import { openSignedIn } from "./open-app.ts";

export const LIST = "GET /user/assignments";
export const POST = "POST /user/assignments";

export const task: SentAssignment = {
  ...{ id: 5, lesson_id: 5, course_id: 10, product: "PM", title: "Block", translations: [] },
  ...{ instructions: null, image: null, state: "open", uploads: [] },
};
export const upload = {
  ...{ id: 31, date: "2026-03-02T09:00:00Z", comment: "Mine", files: [], feedback: null },
};
export const handedIn: SentAssignment = { ...task, state: "uploaded", uploads: [upload] };
export const waiting: SentAssignment = { ...handedIn, student: { id: 7, name: "Dana" } };

/** The files of a form where neither the browser nor the school reads HEIC. */
export const openAttachments = () =>
  createAttachments({ shrink: async () => null, schoolReadsHeic: async () => false });

export const jpeg = (name: string) => new File([photo()], name, { lastModified: 1 });

/**
 * The service as the app composes it, except that forms are sent with fetch, since Node has no
 * XMLHttpRequest.
 */
export const openAssignments = async (
  username = "dana",
  options: Parameters<typeof openSignedIn>[1] = {},
) => {
  const opened = await openSignedIn(username, options);
  const { app, machine, school } = opened;
  school.answer(LIST, (context) =>
    context.req.query("state") === "uploaded" && username === "dana"
      ? school.refusal(403, "session/not_allowed")
      : context.json(
          answerTo(getAssignments, { assignments: [context.req.query("state") ? waiting : task] }),
        ),
  );
  const { send, sendForBytes } = app.transport;
  const sendForm: SendForm = (call, form, { headers, signal } = {}) =>
    send(call, { body: form as never, headers, signal });
  const drafts = createUnsentTexts({ storage: machine.storage, personId: 7, now: machine.now });
  const { randomHex } = machine;
  const own = { unsentTexts: drafts, randomHex, createAttachments: openAttachments };
  const service = createAssignments({ send, sendForBytes, sendForm, ...own });
  await service.load();
  return { ...opened, service, drafts };
};

/** The same for a tutor, with the assignments that wait for one. */
export const openWaiting = async (options: Parameters<typeof openSignedIn>[1] = {}) => {
  const opened = await openAssignments("boss", options);
  const { drafts } = opened;
  const waiting = createWaiting({ send: opened.app.transport.send, unsentTexts: drafts });
  await waiting.load();
  return { ...opened, waiting };
};

/** The first assignment, and its hand-in form. */
export const first = (service: Awaited<ReturnType<typeof openAssignments>>["service"]) => {
  const assignment = service.own.state.value?.[0];
  if (!assignment) throw new Error("there is no assignment");
  return { assignment, handIn: service.handIn(assignment) };
};
