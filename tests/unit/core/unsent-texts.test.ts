import * as v from "valibot";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createUnsentTexts } from "../../../src/core/unsent-texts.ts";
import { createMemoryMachine } from "../../../src/platform/memory/memory-machine.ts";

const DAY_MS = 86_400_000;
const KEY = "drafts.v1";
const letter = v.object({ subject: v.string(), body: v.string() });
const typed = { subject: "Darts", body: "How deep may a dart be?" };

const start = (machine = createMemoryMachine(), personId: number | string = 7) => {
  const { storage, now } = machine;
  const drafts = createUnsentTexts({ storage, personId, now });
  return { machine, storage, drafts, letter: drafts.of("letter", letter) };
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a draft is available at once, and stored after a pause", () => {
  const first = start();
  expect(first.letter.read()).toBeNull();
  first.letter.write({ ...typed, body: "How" });
  vi.advanceTimersByTime(299);
  first.letter.write(typed);
  vi.advanceTimersByTime(299);
  expect(first.letter.read()).toEqual(typed);
  expect(start(first.machine).letter.read()).toBeNull();
  vi.advanceTimersByTime(1);
  expect(start(first.machine).letter.read()).toEqual(typed);
});

test("a draft is stored before the page closes and when the session ends, with the last input of a form after that", () => {
  const first = start();
  first.letter.write({ ...typed, body: "H" });
  first.drafts.flush();
  expect(start(first.machine).letter.read()).toEqual({ ...typed, body: "H" });
  first.letter.write({ ...typed, body: "How" });
  first.drafts.stop();
  expect(start(first.machine).letter.read()).toEqual({ ...typed, body: "How" });
  first.letter.write(typed);
  expect(start(first.machine).letter.read()).toEqual(typed);
});

test("a draft is deleted once it has been sent, even if it was not stored yet", () => {
  const first = start();
  first.letter.write(typed);
  first.letter.clear();
  vi.advanceTimersByTime(300);
  expect(first.letter.read()).toBeNull();
  expect(start(first.machine).letter.read()).toBeNull();
  expect(first.storage.get(KEY)).toBeNull();
});

test("a draft of two tabs at the same time is kept from both, and deleted alone", () => {
  const first = start();
  const second = start(first.machine);
  first.letter.write(typed);
  second.drafts.of("note/102", v.string()).write("Buy pins");
  vi.advanceTimersByTime(300);
  const later = start(first.machine);
  expect(later.letter.read()).toEqual(typed);
  later.letter.clear();
  expect(later.drafts.of("note/102", v.string()).read()).toBe("Buy pins");
});

test("a draft that another tab has stored since is not overwritten", () => {
  const first = start();
  const second = start(first.machine);
  first.letter.write({ ...typed, body: "How" });
  first.drafts.flush();
  second.letter.write(typed);
  second.drafts.flush();
  expect(first.letter.read()).toEqual(typed);
  const before = first.storage.get(KEY);
  first.drafts.flush();
  expect(first.storage.get(KEY)).toBe(before);
});

test("a draft is never shown to another person, and is restored for its author", () => {
  const first = start();
  first.letter.write(typed);
  first.drafts.stop();
  const other = start(first.machine, 8);
  expect(other.letter.read()).toBeNull();
  other.letter.write({ subject: "", body: "mine" });
  other.letter.clear();
  expect(start(first.machine).letter.read()).toEqual(typed);
});

test("a draft is deleted after ninety days, whoever is signed in", () => {
  const first = start();
  first.letter.write(typed);
  first.drafts.flush();
  first.machine.advance(89 * DAY_MS);
  expect(start(first.machine).letter.read()).toEqual(typed);
  first.machine.advance(DAY_MS);
  expect(start(first.machine).letter.read()).toBeNull();
  const other = start(first.machine, 8);
  other.letter.write({ subject: "", body: "mine" });
  other.drafts.flush();
  expect(first.storage.get(KEY)).not.toContain(typed.body);
});

test.each(["{", "null", '{"letter":{}}'])("drafts in a damaged storage are ignored: %j", (raw) => {
  const { machine, storage, letter: mine, drafts } = start();
  storage.set(KEY, raw);
  expect(mine.read()).toBeNull();
  mine.write(typed);
  drafts.flush();
  expect(start(machine).letter.read()).toEqual(typed);
});

test("a damaged draft affects no other, and one of another form is dropped", () => {
  const { machine, storage, letter: mine, drafts } = start();
  mine.write(typed);
  drafts.of("note/102", v.string()).write("Buy pins");
  drafts.flush();
  const list = JSON.parse(storage.get(KEY) ?? "");
  storage.set(KEY, JSON.stringify([...list, null, { name: 3 }, { at: "yesterday" }]));
  const later = start(machine);
  expect(later.letter.read()).toEqual(typed);
  expect(later.drafts.of("note/102", letter).read()).toBeNull();
});

test("a draft is kept with the page on a full machine, and stored once there is space", () => {
  const { machine, storage, letter: mine, drafts } = start();
  const { set } = storage;
  storage.set = () => false;
  mine.write(typed);
  vi.advanceTimersByTime(300);
  expect(mine.read()).toEqual(typed);
  expect(start(machine).letter.read()).toBeNull();
  storage.set = set;
  drafts.flush();
  expect(start(machine).letter.read()).toEqual(typed);
});
