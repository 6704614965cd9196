import { expect, test } from "vitest";
import { DeskLink } from "../../src/features/desk/load-desk.tsx";
import QueueScreen from "../../src/features/desk/queue-screen.tsx";
import { DeskEntry } from "../../src/features/desk/route.tsx";
import { queued, queuePage } from "../unit/support/desk-answers.ts";
import { openSignedIn } from "../unit/support/open-app.ts";
import { getByRole, queryAllByRole } from "./accessible.ts";
import { strike, visit } from "./person.ts";
import { act, renderApp, waitUntil } from "./render.tsx";

const QUEUE = "GET /desk/queue";
const message = { kind: "message" as const, title: "Darts", files: 0, course_id: null };

type Opened = Awaited<ReturnType<typeof openSignedIn>>;

/** The queue of a tutor at a school that answers with these entries. */
const show = async (
  entries: Parameters<typeof queuePage>[0],
  { address = "/desk", before = (_: Opened) => {} } = {},
) => {
  const opened = await openSignedIn("boss");
  opened.school.answerWith(QUEUE, queuePage(entries));
  before(opened);
  visit(address);
  await renderApp(
    opened.app,
    <>
      <DeskLink />
      <QueueScreen />
    </>,
  );
  return opened;
};
const rows = () => queryAllByRole("link").filter((link) => link.closest("ol"));
test("the desk lists what waits with student, course, age, files and who works on it", async () => {
  const claim = { by: { id: 3, name: "Ruth" }, since: "2026-03-02T09:00:00.000Z" };
  await show([], {
    before({ school, machine }) {
      const since = new Date(machine.now() - 3 * 86_400_000).toISOString();
      school.answerWith(QUEUE, queuePage([queued(1, { claim, since }), queued(2, message)]));
    },
  });
  await waitUntil(() => rows().length === 2);
  const [first, second] = rows().map(({ textContent }) => textContent);
  expect(first).toMatch(
    /^Noa 13 days agoHand-in: Block · PMBIs the dart right\?1 fileRuth is working on it$/,
  );
  expect(second).toMatch(/Noa 2.*Message: Darts/);
  expect(getByRole<HTMLAnchorElement>("link", "Desk 2 wait for an answer").href).toMatch(/\/desk$/);
});

test("the filters of the desk stand in the address and are asked of the school", async () => {
  const { school } = await show([queued(1)], { address: "/desk?course=10&kind=hand-in&show=mine" });
  await waitUntil(() => rows().length === 1);
  expect(school.searches(QUEUE)).toEqual(["?course=10&kind=hand-in&show=mine"]);
  await act(() => getByRole("link", "Answered").click());
  expect(location.pathname + location.search).toBe("/desk?course=10&kind=hand-in&show=answered");
  await waitUntil(() => school.searches(QUEUE).length === 2);
  expect(school.searches(QUEUE)[1]).toBe("?course=10&kind=hand-in&show=answered");
});

test("the desk offers the courses that a tutor teaches, also those without a subscription", async () => {
  await show([queued(1), queued(2, { course_id: 99 })]);
  await waitUntil(() => rows().length === 2);
  const offered = [...getByRole<HTMLSelectElement>("combobox", "Course").options];
  expect(offered.map(({ text, value }) => [text, value])).toEqual([
    ["All courses", ""],
    ["PMB", "10"],
    ["Hats", "99"],
  ]);
  expect(rows()[1]?.textContent).toContain("Block · Hats");
});

test("J and K move through the desk's queue, unless somebody types or has switched them off", async () => {
  await show([queued(1), queued(2)]);
  await waitUntil(() => rows().length === 2);
  await strike("j");
  expect(document.activeElement).toBe(rows()[0]);
  await strike("j");
  await strike("j");
  expect(document.activeElement).toBe(rows()[1]);
  await strike("k");
  expect(document.activeElement).toBe(rows()[0]);
  getByRole("combobox", "Kind").focus();
  await strike("j");
  expect(document.activeElement).toBe(getByRole("combobox", "Kind"));
  await strike("Escape");
  rows()[0]?.focus();
  await strike("?");
  await act(() => getByRole("switch", "Keys without Ctrl work as shortcuts").click());
  await act(() => getByRole("button", "Close").click());
  rows()[0]?.focus();
  await strike("j");
  expect(document.activeElement).toBe(rows()[0]);
});

test("a student has no way to the desk, and asks nothing of it", async () => {
  const opened = await openSignedIn("dana");
  const { container } = await renderApp(opened.app, <DeskEntry />);
  expect(container.innerHTML).toBe("");
  expect(opened.school.requests.some(({ call }) => call.includes("/desk"))).toBe(false);
});
