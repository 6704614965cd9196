import { beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { unseenOf } from "../../src/app-context/unseen.ts";
import { getMessage, getMessages } from "../../src/contract/messages.ts";
import { getToday, type SentToday } from "../../src/contract/progress.ts";
import { getUnseen } from "../../src/contract/unseen.ts";
import PhoneBar from "../../src/features/phone-bar/phone-bar.tsx";
import TutorTalkScreen from "../../src/features/tutor-talk/tutor-talk-screen.tsx";
import UnseenNotice from "../../src/features/unseen/unseen-notice.tsx";
import { answerTo } from "../answer-to.ts";
import { sentMessage } from "../unit/support/message-box.ts";
import { openSignedIn } from "../unit/support/open-app.ts";
import { visit } from "./person.ts";
import { act, renderApp, waitUntil } from "./render.tsx";

beforeAll(() => {
  // There is no keyboard on this screen.
  vi.stubGlobal("visualViewport", null);
});

const noticeAndBar = [<UnseenNotice key="notice" />, <PhoneBar key="bar" />];

/**
 * Tutor talk with the bar of a phone, at a school with three unread messages in two conversations that does not
 * say what is new.
 */
const show = async () => {
  const opened = await openSignedIn();
  const messages = [1, 2, 3].map((id) => sentMessage(id, { thread: id === 3 ? 3 : 1 }));
  const inbox = { messages, cursor: null, conversations: null, internal: true };
  opened.school.answerWith("GET /user/messages", answerTo(getMessages, inbox));
  for (const { id } of messages) {
    opened.school.answerWith(`GET /user/messages/${id}`, answerTo(getMessage, { attachments: [] }));
  }
  visit("/tutor-talk");
  await renderApp(opened.app, [...noticeAndBar, <TutorTalkScreen key="screen" />]);
  /** The numbers of unread messages: in the bar, and in the list of conversations. */
  const numbers = () => {
    const inBar = document.querySelector<HTMLElement>("nav b")?.dataset.count ?? "0";
    const inList = Array.from(document.querySelectorAll("main li"), ({ textContent }) =>
      Number(/(\d+) unread/.exec(textContent ?? "")?.[1] ?? 0),
    );
    return { inBar: Number(inBar), inList: inList.reduce((sum, unread) => sum + unread, 0) };
  };
  // The inbox, and the number for the bar.
  await waitUntil(() => opened.school.count("GET /user/messages") === 2);
  await waitUntil(() => numbers().inList === 3 && numbers().inBar === 3);
  const differing: ReturnType<typeof numbers>[] = [];
  const observer = new MutationObserver(() => {
    const now = numbers();
    if (now.inBar !== now.inList) differing.push(now);
  });
  observer.observe(document.body, { childList: true, characterData: true, subtree: true });
  onTestFinished(() => observer.disconnect());
  return { ...opened, numbers, differing };
};

const comeBack = () => document.dispatchEvent(new Event("visibilitychange"));

test("a message that has been read counts neither in the list nor in the bar, also while the school does not answer", async () => {
  const { school, numbers, differing } = await show();
  const release = school.hold("GET /user/messages");
  await act(() => history.pushState(null, "", "/tutor-talk?thread=3"));
  await waitUntil(() => numbers().inList === 2);
  expect(numbers()).toEqual({ inBar: 2, inList: 2 });
  release();
  expect(differing).toEqual([]);
});

test("an answer is said above the screen and in the name of its tab, until it is seen", async () => {
  const { app, school } = await openSignedIn();
  const BLOCK = { id: 5, title: "Straight skirt block", date: "2026-03-02T09:00:00.000Z" };
  const unseen = { answers: [BLOCK], messages: 0, desk: null };
  school.answerWith("GET /user/unseen", answerTo(getUnseen, { unseen }));
  await renderApp(app, noticeAndBar);
  const notice = () => document.querySelector("aside");
  await waitUntil(() => notice() !== null);
  expect(notice()?.textContent).toBe("Your tutor has answered: Straight skirt block");
  const tab = document.querySelector("nav a[href$='/assignments']");
  expect(tab?.getAttribute("aria-label")).toBe("Assignments, 1 new answer");
  await act(() => unseenOf(app).seen(BLOCK.id));
  expect(notice()).toBeNull();
  expect(tab?.hasAttribute("aria-label")).toBe(false);
});

test("the lessons for today are said in the name of their tab, until they are done", async () => {
  vi.stubGlobal("matchMedia", () => Object.assign(new EventTarget(), { matches: true }));
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.stubGlobal("visualViewport", null);
  const { app, study, boot, school, machine } = await openSignedIn();
  const lesson = (id: number, key: string) => ({
    ...{ id, key, title: {}, package_id: 1, menu: null, completed: false },
  });
  const today: SentToday = {
    ...{ date: "2026-03-02", weeklyTarget: 3, doneThisWeek: 0, assignments: [], days: null },
    ...{ weekStart: 7, lessons: [lesson(1, "paper"), lesson(2, "lines_ml"), lesson(4, "dots")] },
  };
  school.answerWith("GET /user/progress/today/10", answerTo(getToday, { today }));
  await boot({ restore: false });
  await study.ensure("PM", "PMB");
  // The week of a school that begins it on its own day is counted from there, as on the screen of today.
  Object.assign(app.organisation.state, { organisation: { week_start: 6 } });
  await renderApp(app, noticeAndBar);
  const query = () => school.searches("GET /user/progress/today/10").at(-1);
  await waitUntil(() => query()?.includes("weekStart=6"));
  const name = () => document.querySelector("nav a[href$='/progress']")?.getAttribute("aria-label");
  await waitUntil(() => name() === "Today, 3 lessons");
  await act(() => app.progress.complete(1, 1));
  expect(name()).toBe("Today, 2 lessons");
  // One is completed in another tab.
  school.people.get("dana")?.completed.set(2, "2026-03-02T09:00:00.000Z");
  comeBack();
  await waitUntil(() => name() === "Today, 1 lesson");
  // What was kept of yesterday says nothing of today.
  machine.advance(24 * 3_600_000);
  await act(() => app.progress.complete(3, 1));
  expect(name()).toBeNull();
});

test("the place of the answers of the last visit is kept until the school says that there are none", async () => {
  const { app, school, machine } = await openSignedIn();
  machine.storage.set("unseen-height.v1", "69");
  const release = school.hold("GET /user/unseen");
  const { container } = await renderApp(app, <UnseenNotice />);
  expect((container.firstElementChild as HTMLElement).style.minBlockSize).toBe("69px");
  release();
  await waitUntil(() => container.childElementCount === 0);
  expect(machine.storage.get("unseen-height.v1")).toBeNull();
});
