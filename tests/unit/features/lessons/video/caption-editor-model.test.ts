import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { matchFailure } from "../../../../../src/core/match-failure.ts";
import { createUnsentTexts } from "../../../../../src/core/unsent-texts.ts";
import {
  createCaptionEditor,
  sortByStart,
  toCaptionLine,
  toTimedTexts,
  validateLine,
  withId,
} from "../../../../../src/features/lessons/video/caption-editor-model.ts";
import {
  captionFailures,
  createCaptions,
} from "../../../../../src/features/lessons/video/captions.ts";
import { createMemoryMachine } from "../../../../../src/platform/memory/memory-machine.ts";
import { createVideoSchool, PLACE } from "../../../support/video-school.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const ENGLISH = [{ start: 0, end: 2, text: "Pin" }];

const open = async (
  language = "he",
  school = createVideoSchool(),
  machine = createMemoryMachine(),
) => {
  const { storage, now } = machine;
  const drafts = createUnsentTexts({ storage, personId: 7, now });
  const captions = createCaptions(school.transport.send);
  const draft = createCaptionEditor({ captions, unsentTexts: drafts, place: PLACE, language });
  await draft.load();
  return { draft, school, machine };
};
type Opened = Awaited<ReturnType<typeof open>>;

/** A draft at a school that has these captions. */
const openWith = (language: string, texts: typeof ENGLISH, of = language) => {
  const school = createVideoSchool();
  school.texts.set(of, texts);
  return open(language, school);
};

const write = ({ draft }: Opened, text = "נועצים") => {
  draft.edit(draft.add(1), "text", text);
};
const openWritten = async () => {
  const opened = await open();
  write(opened);
  return opened;
};
const texts = ({ draft }: Opened) => draft.state.lines.map(({ text }) => text);

test("captions that a tutor writes are sent with PUT if there are some, and else with POST", async () => {
  const opened = await openWritten();
  const { draft, school } = opened;
  expect(await draft.save()).toBe(true);
  expect(draft.state).toMatchObject({ saved: true, unsaved: false });
  draft.remove(draft.state.lines[0]?.id ?? 0);
  expect(await draft.save()).toBe(true);
  write(opened, "גוזרים");
  expect(await draft.save()).toBe(true);
  expect(school.sent.map(({ method }) => method)).toEqual(["POST", "PUT", "POST"]);
  expect(school.sent[1]?.body).toMatchObject({ ...PLACE, language: "he" });
  // What is saved is no draft any more.
  school.texts.set("he", [{ start: 0, end: 1, text: "אחר" }]);
  expect(texts(await open("he", school, opened.machine))).toEqual(["אחר"]);
});

test("captions that a tutor writes can start from the English lines, which are not saved as the language's own", async () => {
  const opened = await openWith("he", ENGLISH, "en");
  expect(texts(opened)).toEqual([]);
  opened.draft.translate();
  expect(texts(opened)).toEqual(["Pin"]);
  await opened.draft.save();
  expect(opened.school.sent[0]?.method).toBe("POST");
  expect(opened.school.texts.get("en")).toEqual(ENGLISH);
});

test("captions that a tutor writes are sent once no line has an error, and once only", async () => {
  const { draft, school } = await open();
  const id = draft.add(1);
  expect(await draft.save()).toBe(false);
  expect([draft.state.checked, school.sent]).toEqual([true, []]);
  draft.edit(id, "text", "נועצים");
  expect(await Promise.all([draft.save(), draft.save()])).toEqual([true, false]);
  expect(school.sent).toHaveLength(1);
});

test.each([
  ["no network", "captions-failure.no-connection"],
  [500, "captions-failure.no-connection"],
  [403, "captions-failure.not-allowed"],
  [422, "captions-failure.not-valid"],
] as const)("captions that a tutor writes survive a failure: %s", async (how, message) => {
  const opened = await openWritten();
  opened.school.fail(how);
  expect(await opened.draft.save()).toBe(false);
  const { failure, unsaved } = opened.draft.state;
  expect(failure && matchFailure(failure, captionFailures)).toBe(message);
  expect(unsaved).toBe(true);
  expect(texts(opened)).toEqual(["נועצים"]);
  opened.school.fail(null);
  expect(await opened.draft.save()).toBe(true);
  expect(opened.draft.state.failure).toBeNull();
});

test.each([
  ["the first", []],
  ["later ones", [{ start: 0, end: 1, text: "ישן" }]],
])(
  "captions that a tutor writes do not overwrite another tutor's without asking: %s",
  async (_, before) => {
    const opened = await openWith("he", before);
    write(opened);
    const theirs = [{ start: 0, end: 1, text: "של אחרת" }];
    opened.school.texts.set("he", theirs);
    // A reload forgets neither what was typed nor what that was to replace.
    await vi.advanceTimersByTimeAsync(1000);
    const { draft } = await open("he", opened.school, opened.machine);
    expect(await draft.save()).toBe(false);
    expect(draft.state).toMatchObject({ failure: { status: 409 }, theirs });
    expect(opened.school.texts.get("he")).toEqual(theirs);
    const typed = draft.state.lines.map(({ text }) => text);
    expect(await draft.keepMine()).toBe(true);
    expect(opened.school.texts.get("he")?.map(({ text }) => text)).toEqual(typed);
  },
);

test("captions that a tutor writes give way to another tutor's if the tutor says so", async () => {
  const opened = await openWritten();
  opened.school.texts.set("he", [{ start: 0, end: 1, text: "של אחרת" }]);
  await opened.draft.save();
  opened.draft.takeTheirs();
  expect(texts(opened)).toEqual(["של אחרת"]);
  expect(opened.draft.state).toMatchObject({ theirs: null, failure: null, unsaved: false });
});

test("captions that a tutor writes are restored after a reload, until they are saved or discarded", async () => {
  const opened = await openWritten();
  await vi.advanceTimersByTimeAsync(1000);
  const again = await open("he", opened.school, opened.machine);
  expect(texts(again)).toEqual(["נועצים"]);
  expect(again.draft.state.unsaved).toBe(true);
  again.draft.discard();
  expect(texts(again)).toEqual([]);
  expect(texts(await open("he", opened.school, opened.machine))).toEqual([]);
});

test("captions that a tutor writes are a draft of their own for each language", async () => {
  const opened = await open("he");
  write(opened);
  await vi.advanceTimersByTimeAsync(1000);
  const german = await open("de", opened.school, opened.machine);
  expect(texts(german)).toEqual([]);
  expect(german.draft.state).toMatchObject({ phase: "ready", unsaved: false, checked: false });
});

test("captions that a tutor writes are marked as unsaved by each change, and by nothing else", async () => {
  const opened = await openWith("he", [
    { start: 0, end: 1, text: "א" },
    { start: 2, end: 3, text: "ב" },
  ]);
  const { draft } = opened;
  const start = { unsaved: false, saved: false, checked: false, saving: false, failure: null };
  draft.sort();
  expect(draft.state).toMatchObject({ phase: "ready", english: [], ...start });
  draft.remove(draft.state.lines[1]?.id ?? 0);
  expect(texts(opened)).toEqual(["א"]);
  expect(draft.state).toMatchObject({ ...start, unsaved: true });
  draft.discard();
  expect(texts(opened)).toEqual(["א", "ב"]);
  expect(draft.state).toMatchObject(start);
});

test("captions that a tutor writes typed while they are being saved are still unsaved", async () => {
  const opened = await openWritten();
  const saving = opened.draft.save();
  expect(opened.draft.state.saving).toBe(true);
  write(opened, "גוזרים");
  expect(await saving).toBe(true);
  expect(opened.draft.state).toMatchObject({ unsaved: true, saved: false, saving: false });
  expect(opened.school.texts.get("he")).toHaveLength(1);
});

const openCaptions = () => {
  const school = createVideoSchool();
  return { school, captions: createCaptions(school.transport.send) };
};

test("a video's captions are sorted by time, with their language and without what can never be shown", async () => {
  const { captions, school } = openCaptions();
  const turn = { start: 2, end: 3, text: "Turn" };
  const odd = [{ start: 3, end: 1, text: "Back" }, { text: "Never" }, null, turn, ...ENGLISH];
  school.texts.set("en", odd as typeof ENGLISH);
  expect(await captions.read(PLACE, "he")).toEqual({
    ok: true,
    value: { language: "en", texts: [...ENGLISH, turn], version: expect.any(String) },
  });
});

test("a video's captions are empty at a school without captions, and a failure if it does not answer", async () => {
  const { captions, school } = openCaptions();
  school.fail(404);
  expect(await captions.read(PLACE, "en")).toEqual({
    ok: true,
    value: { language: "en", texts: [], version: null },
  });
  school.fail("no network");
  expect(await captions.read(PLACE, "en")).toMatchObject({ ok: false });
});

const line = (start: string, end: string, text = "Pin") => withId({ start, end, text });

test.each([
  [line("0:01", "0:02"), {}],
  [line("1:15,5", "1:16"), {}],
  [line("", "0:02"), { start: "no-time" }],
  [line("-1", "soon"), { start: "no-time", end: "no-time" }],
  [line("0:02", "0:02"), { end: "end-before-start" }],
  [line("1:00", "0:59"), { end: "end-before-start" }],
  [line("0:01", "0:02", " \n"), { text: "no-text" }],
])("a line of captions %o has the errors %o", (written, problems) => {
  expect(validateLine(written)).toEqual(problems);
});

test("lines of captions are sorted by time; one with an unreadable start stays behind the one before it", () => {
  const lines = [line("0:05", "0:06"), line("soon", "0:07"), line("0:01", "0:02")];
  expect(sortByStart(lines).map(({ start }) => start)).toEqual(["0:01", "0:05", "soon"]);
});

test("lines of captions can be saved once none has an error", () => {
  expect(toTimedTexts([line("0:01", "0:02"), line("0:03", "0:02")])).toBeNull();
  expect(toTimedTexts([line("0:01", "0:02.25", " Pin\nit ")])).toEqual([
    { start: 1, end: 2.25, text: "Pin\nit" },
  ]);
  const unchanged = [{ start: 3723.045, end: 3724, text: "Pin" }];
  expect(toTimedTexts(unchanged.map(toCaptionLine))).toEqual(unchanged);
});
