import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createNotes, mergeNotes } from "../../../../../src/features/lessons/tools/notes.ts";
import { createMemoryMachine } from "../../../../../src/platform/memory/memory-machine.ts";
import { openTransport } from "../../../support/open-transport.ts";

/** A school with one person's notes, and the notes service on this machine. */
const openNotes = (machine = createMemoryMachine(), personId: number | string = 7) => {
  const kept = new Map<string, string>();
  const puts: string[] = [];
  const answer = { get: 200, put: 200, laterPages: 200, atOnce: 100, hold: Promise.resolve() };
  const { send } = openTransport({
    fetch: async (input, init) => {
      const put = init?.method?.toUpperCase() === "PUT";
      const status = put ? answer.put : answer.get;
      if (put) await answer.hold;
      if (status === 0) throw new TypeError("no network");
      if (status !== 200) return Response.json({ code: "x" }, { status });
      if (!put) {
        const before = new URL(String(input)).searchParams.get("before");
        if (before && answer.laterPages !== 200) return Response.json({}, { status: 500 });
        const all = [...kept].map(([lesson_id, text]) => ({ lesson_id, text }));
        const end = Number(before) + answer.atOnce;
        const notes = all.slice(Number(before), end);
        return Response.json({ notes, cursor: end < all.length ? String(end) : null });
      }
      const lesson = new URL(String(input)).pathname.split("/").at(-1) ?? "";
      const { text, replaces } = JSON.parse(String(init?.body));
      const isReplaced = replaces === (kept.get(lesson) ?? "");
      if (!isReplaced) return Response.json({ code: "note/changed" }, { status: 409 });
      puts.push(text);
      if (text) kept.set(lesson, text);
      else kept.delete(lesson);
      return Response.json({ note: { lesson_id: lesson, text } });
    },
  });
  const { storage, connectivity } = machine;
  const notes = createNotes({ send, storage, connectivity, personId });
  return { notes, machine, kept, puts, answer };
};

type Opened = ReturnType<typeof openNotes>;

const openLoaded = async (...where: Parameters<typeof openNotes>) => {
  const opened = openNotes(...where);
  await opened.notes.load();
  return opened;
};

/** Lets typing pause, and waits for the resulting requests. */
const pause = () => vi.advanceTimersByTimeAsync(1000);

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

test("a note is sent once typing pauses, the latest text only", async () => {
  const { notes, puts, kept, machine } = await openLoaded();
  for (const text of ["B", "Bu", "Buy"]) notes.write(100, text);
  expect(notes.text(100)).toBe("Buy");
  expect(puts).toEqual([]);
  await pause();
  expect(puts).toEqual(["Buy"]);
  expect(notes.state.states["100"]).toBe("saved");
  expect(kept.get("100")).toBe("Buy");
  // Nothing is left on a machine that others may use.
  expect(machine.storage.get("notes.7.v1")).toBeNull();
});

test("a note that was changed elsewhere meanwhile is merged with that, and no text is lost", async () => {
  const { notes, kept } = await openLoaded();
  kept.set("100", "Buy thread");
  notes.write(100, "Buy pins");
  await pause();
  await pause();
  expect(kept.get("100")).toBe("Buy thread\n\nBuy pins");
  expect(notes.text(100)).toBe("Buy thread\n\nBuy pins");
  expect(notes.state.states["100"]).toBe("saved");
});

test("a note that is edited while it is saved is saved again, in order", async () => {
  const { notes, puts, answer } = await openLoaded();
  const { promise, resolve } = Promise.withResolvers<void>();
  answer.hold = promise;
  notes.write(100, "one");
  await pause();
  notes.write(100, "one two");
  await pause();
  resolve();
  await pause();
  expect(puts).toEqual(["one", "one two"]);
  expect(notes.state.states["100"]).toBe("saved");
});

const reload = ({ notes }: Opened) => notes.load();
const comeBack = async ({ machine }: Opened) => [false, true].forEach(machine.setOnline);

test.each([
  ["no network", 0, "at the next try", reload],
  ["no network", 0, "when the network is back", comeBack],
  ["a server's error", 500, "at the next try", reload],
  ["an expired token", 401, "at the next try", reload],
])(
  "a note stays on this machine for %s (%i), and is sent %s",
  async (_why, status, _when, again) => {
    const opened = await openLoaded();
    const { notes, answer, kept } = opened;
    answer.put = status;
    notes.write(100, "pins");
    await pause();
    expect(notes.state.states["100"]).toBe("kept");
    expect(notes.text(100)).toBe("pins");
    answer.put = 200;
    await again(opened);
    await pause();
    expect(kept.get("100")).toBe("pins");
  },
);

test.each([404, 405, 501])("a note stays here at a school that answers %i", async (status) => {
  const { notes, answer, puts } = openNotes();
  answer.get = status;
  await notes.load();
  notes.write(100, "only here");
  await pause();
  expect(puts).toEqual([]);
  expect(notes.state).toMatchObject({ ready: true, states: { 100: "kept" } });
});

test("a note of another person on the same machine is neither shown nor lost", async () => {
  const dana = await openLoaded();
  dana.answer.put = 0;
  dana.notes.write(100, "Dana's");
  await pause();
  const ruth = await openLoaded(dana.machine, 8);
  expect(ruth.notes.text(100)).toBe("");
  ruth.notes.write(100, "Ruth's");
  await pause();
  expect(openNotes(dana.machine).notes.text(100)).toBe("Dana's");
});

test("a note reports when neither the school nor the machine stores it", async () => {
  const machine = createMemoryMachine();
  const full = { ...machine, storage: { ...machine.storage, set: () => false } };
  const { notes, answer } = openNotes(full);
  answer.put = 0;
  await notes.load();
  notes.write(100, "nowhere");
  await pause();
  expect(notes.state.states["100"]).toBe("not-kept");
  expect(notes.text(100)).toBe("nowhere");
});

test("a note that is damaged in storage causes no error", async () => {
  const machine = createMemoryMachine();
  machine.storage.set("notes.7.v1", '{"100": 5}');
  const { notes, kept } = openNotes(machine);
  kept.set("100", "from the school");
  await notes.load();
  expect(notes.text(100)).toBe("from the school");
});

test("notes are fetched page by page, and one that was not fetched is not overwritten", async () => {
  const { notes, kept, puts, answer } = openNotes();
  for (const lesson of ["1", "2", "3"]) kept.set(lesson, `Note ${lesson}`);
  answer.atOnce = 2;
  await notes.load();
  expect(["1", "2", "3"].map(notes.text)).toEqual(["Note 1", "Note 2", "Note 3"]);
  answer.put = 0;
  notes.write(3, "Note 3, and more");
  await pause();
  kept.set("3", "Note 3, from elsewhere");
  answer.put = 200;
  answer.laterPages = 500;
  await notes.load();
  expect(puts).toEqual([]);
  expect(notes.text("1")).toBe("Note 1");
  answer.laterPages = 200;
  await notes.load();
  await pause();
  expect(kept.get("3")).toContain("from elsewhere");
  expect(kept.get("3")).toContain("and more");
});

test("the notes stay on this machine when they cannot be fetched, and say so", async () => {
  const first = await openLoaded();
  first.answer.put = 0;
  first.notes.write(100, "kept");
  await pause();
  const second = openNotes(first.machine);
  second.answer.get = 500;
  await second.notes.load();
  expect(second.notes.state).toMatchObject({ ready: true, states: { 100: "kept" } });
  // The failure was not for good.
  second.notes.write(100, "kept, and more");
  expect(second.notes.state.states["100"]).toBe("saving");
  await pause();
  expect(second.kept.get("100")).toBe("kept, and more");
});

test("the notes are sent at once when the page is left", async () => {
  const { notes, puts } = await openLoaded();
  notes.write(100, "one");
  notes.write(101, "two");
  notes.flush();
  await vi.advanceTimersByTimeAsync(0);
  expect(puts).toEqual(["one", "two"]);
  await pause();
  notes.flush();
  await pause();
  expect(puts).toHaveLength(2);
});

test("the notes that were deleted at another machine are gone here too", async () => {
  const { notes, kept } = openNotes();
  kept.set("100", "old");
  await notes.load();
  kept.delete("100");
  await notes.load();
  expect(notes.text(100)).toBe("");
});

test("the notes that were saved are the base of the next change", async () => {
  const { notes, kept, answer } = await openLoaded();
  notes.write(100, "first");
  await pause();
  answer.put = 0;
  notes.write(100, "first, second");
  await pause();
  answer.put = 200;
  await notes.load();
  await pause();
  expect(kept.get("100")).toBe("first, second");
});

test.each([
  ["only here", "here", "", "", "here"],
  ["here, on the school's", "one two", "one", "one", "one two"],
  ["here, and removed by nobody", "", "one", "one", ""],
  ["on both machines", "here", "", "there", "there\n\nhere"],
  ["here further than there", "one two three", "one", "one two", "one two three"],
  ["there further than here", "one two", "one", "one two three", "one two three"],
  ["there around what is here", "two", "", "one\ntwo\nthree", "one\ntwo\nthree"],
  ["there with a longer line", "two", "", "one two", "one two\n\ntwo"],
  ["there, and removed here", "", "one", "one two", "one two"],
])("a note written %s", (_how, text, base, theirs, merged) => {
  expect(mergeNotes({ text, base }, theirs)).toBe(merged);
});
