import { expect, test } from "vitest";
import { Route, Switch } from "wouter";
import { postDeskMessage } from "../../src/contract/desk-students.ts";
import { DeskLink } from "../../src/features/desk/load-desk.tsx";
import MessageScreen from "../../src/features/desk/message-screen.tsx";
import QueueScreen from "../../src/features/desk/queue-screen.tsx";
import { DeskEntry } from "../../src/features/desk/route.tsx";
import StudentScreen from "../../src/features/desk/students/student-screen.tsx";
import StudentsScreen from "../../src/features/desk/students/students-screen.tsx";
// Loaded late by the screen of a message: a test that ended before it came would fail the next file.
import "../../src/features/tutor-talk/conversation.tsx";
import { answerTo } from "../answer-to.ts";
import { openDesk, queued, queuePage } from "../unit/support/desk-answers.ts";
import { studentPage, studentsPage, studying } from "../unit/support/desk-students.ts";
import { openSignedIn } from "../unit/support/open-app.ts";
import { getByRole, queryAllByRole, queryByRole } from "./accessible.ts";
import { enter, strike, visit } from "./person.ts";
import { act, type Opened, renderApp, says, waitUntil } from "./render.tsx";

const STUDENTS = "GET /desk/students";
const MESSAGES = "POST /desk/messages";

const zoe = studying(1, "Zoë Müller", { stuck: true });
const noa = studying(2, "Noa Brand", { waiting: 3, seen: null });

/** The screens of a tutor whose school answers with these students. */
const show = async (
  { address = "/desk/students", before = (_: Opened) => {} } = {},
  opened?: Opened,
) => {
  const own = opened ?? (await openSignedIn("boss"));
  own.school.answerWith(STUDENTS, studentsPage([noa, zoe]));
  own.school.answerWith(MESSAGES, answerTo(postDeskMessage, { sent: 2 }));
  before(own);
  visit(address);
  await own.courses.load();
  await renderApp(
    own.app,
    <Switch>
      <Route path="/desk/students">
        <StudentsScreen />
      </Route>
      <Route path="/desk/students/:id">
        <StudentScreen />
      </Route>
      <Route path="/desk/messages/:id">
        <MessageScreen />
      </Route>
    </Switch>,
  );
  return own;
};

const rows = () =>
  queryAllByRole("row")
    .slice(1)
    .map(({ textContent }) => textContent);

test("the desk's table of students tells who is stuck, this week, what waits, and who was never here", async () => {
  await show();
  await waitUntil(() => rows().length === 2);
  expect(rows()).toEqual([
    "Noa BrandNever–2 of 53Jan 15, 2036",
    expect.stringMatching(/^Zoë MüllerNo lesson for 14 days.*2 of 5–Jan 15, 2036$/),
  ]);
  expect(getByRole("columnheader", "Name").getAttribute("aria-sort")).toBe("ascending");
});

test("a heading of the students' table sorts by its column, and then the other way round", async () => {
  const opened = await show({ address: "/desk/students?filter=stuck&course=10" });
  await waitUntil(() => rows().length === 2);
  await act(() => getByRole("button", "Last here").click());
  await waitUntil(() => opened.school.searches(STUDENTS).length === 2);
  await act(() => getByRole("button", "Last here").click());
  await waitUntil(() => opened.school.searches(STUDENTS).length === 3);
  expect(opened.school.searches(STUDENTS)).toEqual([
    "?filter=stuck&course=10",
    "?filter=stuck&course=10&sort=seen",
    "?filter=stuck&course=10&sort=seen&order=descending",
  ]);
  expect(location.search).toBe("?filter=stuck&course=10&sort=seen&order=descending");
  expect(getByRole("columnheader", "Last here").getAttribute("aria-sort")).toBe("descending");
});

test("a search of students answers from the list at once, and asks the school a moment later", async () => {
  const opened = await show();
  await waitUntil(() => rows().length === 2);
  await enter(getByRole("searchbox", "Find a student by name"), "muller");
  expect(rows()).toHaveLength(1);
  expect(opened.school.searches(STUDENTS)).toEqual([""]);
  opened.school.answerWith(STUDENTS, studentsPage([zoe], { total: 1 }));
  await waitUntil(() => opened.school.searches(STUDENTS).includes("?search=muller"));
  await says("1 student");
  expect(location.search).toBe("?search=muller");
});

test("the answer to an earlier search of students never replaces that of a later one", async () => {
  const opened = await show();
  await waitUntil(() => rows().length === 2);
  const release = opened.school.hold(STUDENTS);
  opened.school.answer(STUDENTS, ({ req }) =>
    Response.json(studentsPage(req.query("search") === "zoe" ? [zoe] : [noa])),
  );
  const field = getByRole("searchbox", "Find a student by name");
  await enter(field, "noa");
  await waitUntil(() => opened.school.searches(STUDENTS).includes("?search=noa"));
  await enter(field, "zoe");
  await waitUntil(() => opened.school.searches(STUDENTS).includes("?search=zoe"));
  release();
  await says("1 student");
  expect(rows()).toEqual([expect.stringMatching(/^Zoë/)]);
});

test("a message goes to the chosen students, once, and its text survives a failure and a reload", async () => {
  const opened = await show({
    before: ({ school }) => school.answer(MESSAGES, () => school.refusal(500, "server/error")),
  });
  const { school } = opened;
  await waitUntil(() => rows().length === 2);
  await act(() => getByRole("checkbox", "Choose all that are shown").click());
  await act(() => getByRole("button", "Message to 2 students").click());
  await act(() => getByRole("button", "Send").click());
  expect(document.activeElement).toBe(getByRole("textbox", "Subject"));
  expect(school.count(MESSAGES)).toBe(0);
  await enter(getByRole("textbox", "Subject"), "Fabric");
  await enter(getByRole("textbox", "Message"), "Bring two metres.");
  await act(() => getByRole("button", "Send").click());
  await waitUntil(() => queryByRole("alert"));

  // Another page of the same person on the same machine.
  await act(() => getByRole("button", "Close").click());
  document.body.replaceChildren();
  const again = await openSignedIn("boss", { school, machine: opened.machine });
  await show({}, again);
  await waitUntil(() => rows().length === 2);
  await act(() => getByRole("checkbox", "Choose all that are shown").click());
  await act(() => getByRole("button", "Message to 2 students").click());
  expect((getByRole("textbox", "Message") as HTMLTextAreaElement).value).toBe("Bring two metres.");
  await act(() => getByRole("button", "Send").click());
  await says("was sent to 2 students");
  expect(queryByRole("dialog")).toBe(null);
  const [first, second] = school.keysOf(MESSAGES);
  expect(second).toBe(first);
  expect(school.bodies(MESSAGES).at(-1)).toEqual({
    subject: "Fabric",
    body: "Bring two metres.",
    students: [2, 1],
    course: null,
  });
});

test("a message to a course is written where a course is chosen", async () => {
  const { school } = await show({ address: "/desk/students?course=10" });
  await waitUntil(() => rows().length === 2);
  await act(() => getByRole("button", "Message to the course “Pattern making”").click());
  await enter(getByRole("textbox", "Subject"), "Fabric");
  await enter(getByRole("textbox", "Message"), "Bring two metres.");
  await act(() => getByRole("button", "Send").click());
  await waitUntil(() => school.count(MESSAGES) === 1);
  expect(school.bodies(MESSAGES)).toMatchObject([{ students: null, course: 10 }]);
});

test("a student's page shows courses, hand-ins, conversations, and why there are no measurements", async () => {
  await show({
    address: "/desk/students/1",
    before: ({ school }) =>
      school.answerWith(
        "GET /desk/students/1",
        studentPage(zoe, {
          hand_ins: [
            {
              id: 7,
              date: "2026-03-02T09:00:00.000Z",
              assignment_id: 3,
              title: "Block",
              translations: [],
              state: "uploaded",
              comment: "Is it right?",
              feedback: "",
            },
          ],
          conversations: [
            { id: 4, subject: "Darts", date: "2026-03-02T09:00:00.000Z", waiting: true },
          ],
        }),
      ),
  });
  await waitUntil(() => queryByRole("heading", "Zoë Müller"));
  const tape = getByRole("progressbar", "Pattern making");
  expect([tape.getAttribute("aria-valuenow"), tape.getAttribute("aria-valuemax")]).toEqual([
    "12",
    "40",
  ]);
  expect(getByRole("link", "Block").getAttribute("href")).toBe("/desk/hand-ins/7");
  expect(getByRole("link", "Darts").getAttribute("href")).toBe("/desk/messages/4?student=1");
  expect(document.body.textContent).toContain("2 of 5 lessons completed this week");
  expect(document.body.textContent).toContain("has not agreed");
});

test("a conversation that was opened from a student's page is headed by the student's name", async () => {
  const { school } = await show({
    address: "/desk/messages/4?student=1",
    before: ({ school }) => {
      // A conversation that waits for nothing is not in the queue.
      openDesk(school, []);
      school.answerWith("GET /user/messages", { messages: [] });
      school.answerWith("GET /desk/students/1", studentPage(zoe));
    },
  });
  await waitUntil(() => queryByRole("heading", "Zoë Müller"));
  expect(school.count("GET /desk/students/1")).toBe(1);
});

test("a student of other courses is said not to be among one's own", async () => {
  await show({
    address: "/desk/students/9",
    before: ({ school }) =>
      school.answer("GET /desk/students/9", () => school.refusal(404, "student/not_found")),
  });
  await waitUntil(() => queryByRole("alert"));
  expect(document.body.textContent).toContain("There is no such student in your courses.");
});

const QUEUE = "GET /desk/queue";
const message = { kind: "message" as const, title: "Darts", files: 0, course_id: null };

/** The queue of a tutor at a school that answers with these entries. */
const showQueue = async (
  queue: Parameters<typeof queuePage>[0],
  { address = "/desk", before = (_: Opened) => {} } = {},
) => {
  const opened = await openSignedIn("boss");
  opened.school.answerWith(QUEUE, queuePage(queue));
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
const entries = () => queryAllByRole("link").filter((link) => link.closest("ol"));

test("the desk lists what waits with student, course, age, files and who works on it", async () => {
  const claim = { by: { id: 3, name: "Ruth" }, since: "2026-03-02T09:00:00.000Z" };
  await showQueue([], {
    before({ school, machine }) {
      const since = new Date(machine.now() - 3 * 86_400_000).toISOString();
      school.answerWith(QUEUE, queuePage([queued(1, { claim, since }), queued(2, message)]));
    },
  });
  await waitUntil(() => entries().length === 2);
  const [first, second] = entries().map(({ textContent }) => textContent);
  expect(first).toMatch(
    /^Noa 13 days agoHand-in: Block · PMBIs the dart right\?1 fileRuth is working on it$/,
  );
  expect(second).toMatch(/Noa 2.*Message: Darts/);
  expect(getByRole<HTMLAnchorElement>("link", "Desk 2 wait for an answer").href).toMatch(/\/desk$/);
});

test("the filters of the desk stand in the address and are asked of the school", async () => {
  const address = "/desk?course=10&kind=hand-in&show=mine";
  const { school } = await showQueue([queued(1)], { address });
  await waitUntil(() => entries().length === 1);
  expect(school.searches(QUEUE)).toEqual(["?course=10&kind=hand-in&show=mine"]);
  await act(() => getByRole("link", "Answered").click());
  expect(location.pathname + location.search).toBe("/desk?course=10&kind=hand-in&show=answered");
  await waitUntil(() => school.searches(QUEUE).length === 2);
  expect(school.searches(QUEUE)[1]).toBe("?course=10&kind=hand-in&show=answered");
});

test("the desk offers the courses that a tutor teaches, also those without a subscription", async () => {
  await showQueue([queued(1), queued(2, { course_id: 99 })]);
  await waitUntil(() => entries().length === 2);
  const offered = [...getByRole<HTMLSelectElement>("combobox", "Course").options];
  expect(offered.map(({ text, value }) => [text, value])).toEqual([
    ["All courses", ""],
    ["PMB", "10"],
    ["Hats", "99"],
  ]);
  expect(entries()[1]?.textContent).toContain("Block · Hats");
});

test("J and K move through the desk's queue, unless somebody types or has switched them off", async () => {
  await showQueue([queued(1), queued(2)]);
  await waitUntil(() => entries().length === 2);
  await strike("j");
  expect(document.activeElement).toBe(entries()[0]);
  await strike("j");
  await strike("j");
  expect(document.activeElement).toBe(entries()[1]);
  await strike("k");
  expect(document.activeElement).toBe(entries()[0]);
  getByRole("combobox", "Kind").focus();
  await strike("j");
  expect(document.activeElement).toBe(getByRole("combobox", "Kind"));
  await strike("Escape");
  entries()[0]?.focus();
  await strike("?");
  await act(() => getByRole("switch", "Keys without Ctrl work as shortcuts").click());
  await act(() => getByRole("button", "Close").click());
  entries()[0]?.focus();
  await strike("j");
  expect(document.activeElement).toBe(entries()[0]);
});

test("a student has no way to the desk, and asks nothing of it", async () => {
  const opened = await openSignedIn("dana");
  const { container } = await renderApp(opened.app, <DeskEntry />);
  expect(container.innerHTML).toBe("");
  expect(opened.school.requests.some(({ call }) => call.includes("/desk"))).toBe(false);
});
