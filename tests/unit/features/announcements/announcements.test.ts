import { expect, test } from "vitest";
import { getActiveAnnouncements } from "../../../../src/contract/announcements.ts";
import { createAnnouncements } from "../../../../src/features/announcements/announcements.ts";
import { createMemoryMachine } from "../../../../src/platform/memory/memory-machine.ts";
import { answerTo } from "../../../answer-to.ts";
import { schoolDay } from "../../../support/day.ts";
import { noNetwork, openAsked } from "../../support/open-transport.ts";

const days = { from: "2026-03-02", to: "2026-03-08" };
const translations = [{ language: "en", title: "Closed", body: "On Friday." }];
const closed = { id: 3, ...days, translations };
const fair = { id: 4, ...days, translations };

const open = (
  answer: (before: string | null) => Response,
  { personId = 7, machine = createMemoryMachine() } = {},
) => {
  const { send, asked } = openAsked(({ searchParams }) => answer(searchParams.get("before")));
  const { storage } = machine;
  const announcements = createAnnouncements({
    ...{ send, storage, personId },
    organisationId: 1,
    today: () => schoolDay("2026-03-02"),
  });
  return { announcements, asked, machine };
};
const both = () =>
  Response.json(answerTo(getActiveAnnouncements, { announcements: [closed, fair] }));
const idsOf = ({ announcements }: ReturnType<typeof open>) =>
  announcements.state.value?.map(({ id }) => id) ?? [];

const hideFirst = async ({ announcements }: ReturnType<typeof open>) => {
  await announcements.load();
  const [first] = announcements.state.value ?? [];
  if (first) announcements.hide(first);
};

test("a hidden announcement stays hidden for that person only", async () => {
  const first = open(both);
  await hideFirst(first);
  expect(idsOf(first)).toEqual([4]);
  const { machine } = first;
  const again = open(both, { machine });
  await again.announcements.load();
  expect(idsOf(again)).toEqual([4]);
  const other = open(both, { machine, personId: 8 });
  await other.announcements.load();
  expect(idsOf(other)).toEqual([3, 4]);
});

test.each([
  ["a network", noNetwork],
  ["an answer", () => Response.json({}, { status: 500 })],
  ["a valid answer", () => Response.json({ announcements: "many" })],
])("without %s there are none, and they are fetched again later", async (_, answer) => {
  const opened = open(answer);
  await opened.announcements.load();
  await opened.announcements.load();
  expect(idsOf(opened)).toEqual([]);
  expect(opened.asked).toHaveLength(2);
});

/** A school that sends one announcement at a time. */
const paged = (before: string | null) =>
  Response.json(
    answerTo(getActiveAnnouncements, {
      announcements: [before ? fair : closed],
      cursor: before ? null : "20260302.3",
    }),
  );

test("more announcements are appended when they are asked for", async () => {
  const opened = open(paged);
  const { announcements } = opened;
  await announcements.load();
  expect(idsOf(opened)).toEqual([3]);
  expect(announcements.pages.state.cursor).not.toBeNull();
  expect(await announcements.pages.more()).toBe(true);
  expect(idsOf(opened)).toEqual([3, 4]);
  expect(announcements.pages.state.cursor).toBeNull();
});

test("a page of hidden announcements is passed over", async () => {
  const first = open(paged);
  await hideFirst(first);
  const again = open(paged, { machine: first.machine });
  await again.announcements.load();
  expect(idsOf(again)).toEqual([4]);
});
