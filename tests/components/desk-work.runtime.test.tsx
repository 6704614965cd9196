import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { Route, Switch } from "wouter";
import { unsentTextsOf } from "../../src/app-context/unsent-texts.ts";
import { MAX_ANSWER_LENGTH } from "../../src/domain/hand-in-answer.ts";
import { deskCountsOf } from "../../src/features/desk/desk-counts.ts";
import HandInScreen from "../../src/features/desk/hand-in-screen.tsx";
import QueueScreen from "../../src/features/desk/queue-screen.tsx";
import { ANSWERED, handInAnswer, openDesk, taskAnswer } from "../unit/support/desk-answers.ts";
import { openSignedIn } from "../unit/support/open-app.ts";
import { descriptionOf, getByRole, nameOf, queryAllByRole, queryByRole } from "./accessible.ts";
import { enter, strike, visit } from "./person.ts";
import { act, type Opened, renderApp, says, waitUntil } from "./render.tsx";

beforeEach(() => {
  vi.stubGlobal("scrollTo", () => undefined);
});

/** The app's desk, with a screen for each address as the app's routes have it. */
const Desk = () => (
  <Switch>
    <Route path="/desk/hand-ins/:id">{({ id }) => <HandInScreen key={id} />}</Route>
    <Route path="/desk">
      <QueueScreen />
    </Route>
  </Switch>
);

/** The first of these hand-ins on the screen of a tutor. */
const show = async (
  ids: readonly number[],
  {
    before,
    ...options
  }: { before?: (opened: Opened) => void } & Partial<Pick<Opened, "machine" | "school">> = {},
) => {
  const opened = await openSignedIn("boss", options);
  if (!options.school) openDesk(opened.school, ids);
  before?.(opened);
  visit(`/desk/hand-ins/${ids[0]}`);
  await opened.courses.load();
  const rendered = await renderApp(opened.app, <Desk />);
  return { ...opened, ...rendered };
};

const heading = (text: string) =>
  waitUntil(() => queryAllByRole("heading").find((one) => one.textContent === text));
/** The first hand-in of these, on the screen. */
const openFirst = async (...[ids, options]: Parameters<typeof show>) => {
  const opened = await show(ids, options);
  await heading("Noa 1: Block");
  return opened;
};
const answerField = () => getByRole<HTMLTextAreaElement>("textbox", "Your answer");
const answersTo = ({ school }: Pick<Opened, "school">, id: number) =>
  school.bodies(`POST /desk/hand-ins/${id}/answer`);

test("a hand-in is accepted by one key, and the next one is there with its heading focused", async () => {
  const opened = await openFirst([1, 2]);
  const { school } = opened;
  await waitUntil(() => school.count("GET /user/assignments/5/uploads/2/dart-2.jpg") === 1);
  const waiting = () => deskCountsOf(opened.app).state.counts?.hand_ins;
  await waitUntil(() => waiting() === 2);
  await strike("a");
  const next = await heading("Noa 2: Block");
  expect(document.activeElement).toBe(next);
  expect(waiting()).toBe(1);
  expect(location.pathname).toBe("/desk/hand-ins/2");
  expect(answersTo(opened, 1)).toEqual([
    { state: "accepted", text: "", replaces: null, drawings: [], voice: null },
  ]);
  // It had been fetched before.
  expect(school.count("GET /user/assignments/5/uploads/2/dart-2.jpg")).toBe(1);
  await says("Accepted: Noa 1.");
});

/** The button of the bar; the tools for drawing have an Undo of their own. */
const undoButton = () => document.querySelector('[aria-keyshortcuts="u"]');

test.each<[string, number, boolean]>([
  ["within the ten seconds", 9000, true],
  ["after them", -1000, false],
])(
  "an answer can be taken back after the page was loaded again %s: %s ms",
  async (_, left, canUndo) => {
    const first = await show([1, 2]);
    await heading("Noa 1: Block");
    await enter(answerField(), "Well drawn");
    await strike("Enter", { ctrlKey: true });
    await heading("Noa 2: Block");
    await first.redraw(null);

    const { machine, school } = first;
    const undo_until = new Date(machine.now() + left).toISOString();
    const feedback = { text: "Well drawn", date: ANSWERED, tutor: "Boss" };
    const answered = { state: "accepted", feedback, answered: ANSWERED, undo_until } as const;
    school.answerWith("GET /desk/hand-ins/1", handInAnswer(1, answered as never));
    await show([2], { machine, school });
    await heading("Noa 2: Block");
    await act(() => waitUntil(() => school.count("GET /desk/hand-ins/1") === 2));
    if (canUndo) {
      await waitUntil(undoButton);
      await strike("u");
      await heading("Noa 1: Block");
      expect(answerField().value).toBe("Well drawn");
    }
    expect(school.count("DELETE /desk/hand-ins/1/answer")).toBe(Number(canUndo));
    expect(undoButton()).toBe(null);
  },
);

test("an answer is taken back by one key, with its words, before the student is told", async () => {
  const opened = await openFirst([1, 2]);
  await enter(answerField(), "Well drawn");
  await strike("Enter", { ctrlKey: true });
  await heading("Noa 2: Block");
  await strike("u");
  await heading("Noa 1: Block");
  expect(answerField().value).toBe("Well drawn");
  expect(opened.school.count("DELETE /desk/hand-ins/1/answer")).toBe(1);
});

test("returning a hand-in asks for words first, and then Ctrl and Enter return it", async () => {
  const opened = await openFirst([1]);
  await strike("r");
  expect(document.activeElement).toBe(answerField());
  expect(descriptionOf(answerField())).toBe("Please say what needs correcting");
  await enter(answerField(), "Longer");
  await strike("Enter", { ctrlKey: true });
  await waitUntil(() => location.pathname === "/desk");
  expect(answersTo(opened, 1)).toMatchObject([{ state: "returned", text: "Longer" }]);
});

test("an answer has at most as many characters as the school takes", async () => {
  await openFirst([1]);
  expect(answerField().getAttribute("maxlength")).toBe(String(MAX_ANSWER_LENGTH));
});

test("digits and two letters with Enter put saved comments into an answer", async () => {
  await openFirst([1]);
  await waitUntil(() => queryByRole("button", "Grainline"));
  await strike("2");
  expect(answerField().value).toBe("Add the seam allowance.");
  const field = getByRole<HTMLInputElement>("textbox", "Saved comments");
  await enter(field, "gr");
  await strike("Enter");
  expect(answerField().value).toBe("Add the seam allowance.\nTurn the grainline.");
  expect(document.activeElement).toBe(answerField());
  await strike("1");
  expect(answerField().value).toBe("Add the seam allowance.\nTurn the grainline.");
});

test("a draft of an answer is there after the page is opened again", async () => {
  const { app, machine, school } = await openFirst([1]);
  await enter(answerField(), "Half an answer");
  unsentTextsOf(app).flush();
  const again = await openSignedIn("boss", { machine, school });
  await again.courses.load();
  document.body.replaceChildren();
  await renderApp(again.app, <Desk />);
  await heading("Noa 1: Block");
  expect(answerField().value).toBe("Half an answer");
});

test("an answer that cannot be sent stays, and is sent by another try, once", async () => {
  const opened = await openFirst([1]);
  await enter(answerField(), "Well drawn");
  opened.school.network.up = false;
  await act(() => getByRole("button", "Accept").click());
  await waitUntil(() => queryByRole("alert"));
  expect(answerField().value).toBe("Well drawn");
  opened.school.network.up = true;
  await act(() => getByRole("button", "Try again").click());
  await waitUntil(() => location.pathname === "/desk");
  expect(answersTo(opened, 1)).toHaveLength(1);
});

test("another tutor's answer is shown beside one's own, which can take its place", async () => {
  const theirs = { text: "Fine as it is", date: ANSWERED, tutor: "Ruth", voice: null, new: false };
  const opened = await openFirst([1]);
  const { school } = opened;
  await enter(answerField(), "Not yet");
  school.answer("POST /desk/hand-ins/1/answer", () => school.refusal(409, "assignment/answered"));
  school.answerWith(
    "GET /desk/hand-ins/1",
    handInAnswer(1, { state: "accepted", feedback: theirs, answered: ANSWERED }),
  );
  await act(() => getByRole("button", "Return").click());
  await heading("Ruth has answered meanwhile");
  expect(document.querySelector("blockquote")?.textContent).toBe("Fine as it is");
  expect(answerField().value).toBe("Not yet");
  await act(() => getByRole("button", "Send mine in its place").click());
  expect(answersTo(opened, 1)).toMatchObject([
    { replaces: null },
    { state: "returned", text: "Not yet", replaces: ANSWERED },
  ]);
});

test("a hand-in on which another tutor works says so, and can be taken over", async () => {
  const opened = await openFirst([1], {
    before: ({ school }) =>
      school.answer("PUT /desk/hand-ins/1/claim", async ({ req }) => {
        const { take_over } = await req.json();
        const by = take_over ? { id: 8, name: "Boss" } : { id: 3, name: "Ruth" };
        return Response.json({ claim: { by, since: ANSWERED } });
      }),
  });
  await says("Ruth is working on it");
  await act(() => getByRole("button", "Take over").click());
  await waitUntil(() => !document.body.textContent?.includes("Ruth is working on it"));
  await strike("k");
  await waitUntil(() => opened.school.count("DELETE /desk/hand-ins/1/claim") === 1);
});

test("a hand-in that is gone says so, and leads to the next one", async () => {
  const gone = ({ school }: Opened) =>
    school.answer("GET /desk/hand-ins/1", () => school.refusal(404, "assignment/not_found"));
  await show([1, 2], { before: gone });
  await says("This hand-in is no longer here.");
  const next = queryAllByRole("button").findLast((one) => nameOf(one) === "Next");
  await act(() => next?.click());
  await heading("Noa 2: Block");
});

/** A school that takes an answer once `arrive` is called. */
const holdAnswer = ({ school }: Pick<Opened, "school">, id: number) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const feedback = { text: "Longer", date: ANSWERED, tutor: "Boss" };
  const hand_in = { state: "returned", feedback, answered: ANSWERED, answered_by: 8 } as const;
  const answered = handInAnswer(id, hand_in as never);
  school.answer(`POST /desk/hand-ins/${id}/answer`, async () => {
    await promise;
    return Response.json({ hand_in: answered.hand_in });
  });
  // The school has it before its response is here.
  const record = () => school.answerWith(`GET /desk/hand-ins/${id}`, answered);
  return { record, arrive: resolve };
};

const returnWith = async (words: string) => {
  await heading("Noa 1: Block");
  await enter(answerField(), words);
  await act(() => getByRole("button", "Return").click());
  await says("The answer to Noa 1 is being sent…");
};

test("an answer goes on being sent when the tutor leaves its page, and the desk says so", async () => {
  const opened = await show([1, 2]);
  const { record, arrive } = holdAnswer(opened, 1);
  await returnWith("Longer");
  await act(() => getByRole("link", "Back to the queue").click());
  await waitUntil(() => location.pathname === "/desk");
  await says("The answer to Noa 1 is being sent…");
  record();
  await strike("j");
  const first = () => queryAllByRole("link").find((one) => /Noa 1/.test(one.textContent));
  await act(() => first()?.click());
  await heading("Noa 1: Block");
  expect(document.body.textContent).not.toContain("has answered meanwhile");
  await act(() => getByRole("link", "Back to the queue").click());
  arrive();
  await says("Returned: Noa 1.");
  expect(location.pathname).toBe("/desk");
  expect(first()).toBeUndefined();
  expect(answersTo(opened, 1)).toHaveLength(1);
});

test("a tutor's own answer whose response was lost is there at the next visit, as an answer", async () => {
  const first = await show([1]);
  const { record } = holdAnswer(first, 1);
  await returnWith("Longer");
  record();
  await first.redraw(null);
  const { machine, school } = first;
  await show([1], { machine, school });
  await heading("Noa 1: Block");
  await says("Returned by Boss on");
  expect(document.body.textContent).not.toContain("answered meanwhile");
  expect(answerField().value).toBe("Longer");
});

/** A tutor returns a hand-in with these words, at a school that has the tutor's "Longer" from another attempt. */
const returnAgain = async (words: string) => {
  const opened = await openFirst([1]);
  const { school } = opened;
  holdAnswer(opened, 1).record();
  await enter(answerField(), words);
  school.answer("POST /desk/hand-ins/1/answer", () => school.refusal(409, "assignment/answered"));
  await act(() => getByRole("button", "Return").click());
};

test("an answer that arrived in another attempt counts as sent", async () => {
  await returnAgain("Longer");
  await waitUntil(() => location.pathname === "/desk");
  await says("Returned: Noa 1.");
});

test("two drafts of one tutor's answer are told apart from another tutor's", async () => {
  await returnAgain("Shorter");
  await heading("You have already answered, in another window or on another device");
  expect(answerField().value).toBe("Shorter");
  await act(() => getByRole("button", "Keep the answer that was sent").click());
  expect(answerField().value).toBe("Longer");
});

test("an answer that was not sent says so on the next page, and leads back to it", async () => {
  const opened = await show([1, 2]);
  const { promise, resolve } = Promise.withResolvers<void>();
  opened.school.answer("POST /desk/hand-ins/1/answer", async () => {
    await promise;
    return new Response(null, { status: 503 });
  });
  await returnWith("Longer");
  await act(() => getByRole("button", "Next").click());
  await heading("Noa 2: Block");
  resolve();
  await says("The answer to Noa 1 was not sent.");
  await act(() => getByRole("link", "Open it").click());
  await heading("Noa 1: Block");
  expect(answerField().value).toBe("Longer");
});

test("what was asked, how it is judged, and the last attempt stand beside the work", async () => {
  const photo = { name: "first.jpg", size: 9, type: "image/jpeg" };
  const marked = { ...photo, name: "marked.jpg", pins: [{ x: 0, y: 0, text: "Here", page: 1 }] };
  const feedback = { text: "Turn the dart", date: ANSWERED, tutor: "Boss" };
  const upload = { date: ANSWERED, comment: "", files: [] };
  const opened = await show([2], {
    before: ({ school }) => {
      const criteria = [{ translations: [{ language: "en", text: "The dart is sharp" }] }];
      const last = { ...upload, id: 1, files: [{ ...photo, marked }], feedback };
      const uploads = [last, ...[2, 3].map((id) => ({ ...upload, id, feedback: null }))];
      school.answerWith("GET /user/assignments/5", taskAnswer(uploads, { criteria }));
      school.answerWith("GET /desk/hand-ins/2", handInAnswer(2, { instructions: "task.pdf" }));
      school.answer("GET /user/assignments/5/uploads/1/marked/0", () => new Response("photo"));
    },
  });
  await heading("Noa 2: Block");
  const fold = await heading("What was asked");
  await act(() => fold?.closest("summary")?.click());
  await says("The dart is sharp");
  await waitUntil(() => queryByRole("switch", "Last attempt"));
  expect(queryByRole("region", "Last attempt")).toBe(null);
  await strike("l");
  const attempt = await waitUntil(() => queryByRole("region", "Last attempt"));
  expect(attempt?.textContent).toContain("Turn the dart");
  expect(attempt?.textContent).toContain("Here");
  await waitUntil(() => opened.school.count("GET /user/assignments/5/uploads/1/marked/0") === 1);
  await act(() => getByRole("switch", "Last attempt").click());
  expect(queryByRole("region", "Last attempt")).toBe(null);
});

/** A tutor speaks, in a browser that records nothing but the start of a WebM file. */
const speak = async () => {
  class Recorder extends EventTarget {
    static isTypeSupported = () => true;
    state = "inactive";
    readonly mimeType = "audio/webm";
    start() {
      this.state = "recording";
    }
    stop() {
      this.state = "inactive";
      const data = new Blob([new Uint8Array([0x1a, 0x45, 0xdf, 0xa3])]);
      this.dispatchEvent(Object.assign(new Event("dataavailable"), { data }));
      this.dispatchEvent(new Event("stop"));
    }
  }
  vi.stubGlobal("MediaRecorder", Recorder);
  const getUserMedia = async () => ({ getTracks: () => [] });
  vi.stubGlobal(
    "navigator",
    Object.create(navigator, { mediaDevices: { value: { getUserMedia } } }),
  );
  onTestFinished(() => void vi.unstubAllGlobals());
  const opened = await openFirst([1]);
  await act(() => getByRole("button", "Record an answer").click());
  await waitUntil(() => queryByRole("button", "Stop recording"));
  return opened;
};

test("an answer is spoken, heard again, and sent without a written word", async () => {
  const opened = await speak();
  expect(getByRole("timer").textContent).toBe("0:00 / 2:00");
  await act(() => getByRole("button", "Stop recording").click());
  await waitUntil(() => document.querySelector("audio[aria-label='Spoken answer']"));
  getByRole("button", "Remove the recording");
  await act(() => getByRole("button", "Return").click());
  await waitUntil(() => location.pathname === "/desk");
  expect(answersTo(opened, 1)).toMatchObject([{ state: "returned", text: "", voice: "GkXfow==" }]);
});

test("an answer that is sent while its tutor speaks has what was said until then", async () => {
  const opened = await speak();
  await act(() => getByRole("button", "Return").click());
  await waitUntil(() => location.pathname === "/desk");
  expect(answersTo(opened, 1)).toMatchObject([{ state: "returned", voice: "GkXfow==" }]);
});
