import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { unseenOf } from "../../../../src/app-context/unseen.ts";
import { getMessages } from "../../../../src/contract/messages.ts";
import { getUnseen, type Unseen } from "../../../../src/contract/unseen.ts";
import { EVERY_MS, watchUnseen } from "../../../../src/features/unseen/watch-unseen.ts";
import { answerTo } from "../../../answer-to.ts";
import { sentMessage } from "../../support/message-box.ts";
import { openSignedIn } from "../../support/open-app.ts";

const ASK = "GET /user/unseen";
const NOTHING: Unseen = { answers: [], messages: 0, desk: null };
const BLOCK = { id: 5, title: "Block", date: "2026-03-02T09:00:00.000Z" };

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));

const look = (state: "hidden" | "visible") => {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue(state);
  document.dispatchEvent(new Event("visibilitychange"));
};

/** Somebody at a school that answers `unseen.now`. */
const watch = async (isKnown = true) => {
  const opened = await openSignedIn();
  const { app, school } = opened;
  const unseen = { now: NOTHING };
  const answer = () => Response.json(answerTo(getUnseen, { unseen: unseen.now as never }));
  if (isKnown) school.answer(ASK, answer);
  const news = unseenOf(app);
  const more: Unseen[] = [];
  look("visible");
  const watching = watchUnseen({
    ...{ send: app.transport.send, personId: 7, language: () => "en", news },
    onMore: (each) => more.push(each),
  });
  onTestFinished(() => {
    watching.stop();
    vi.restoreAllMocks();
  });
  await vi.waitFor(() => expect(school.count(ASK)).toBeGreaterThan(0));
  await vi.advanceTimersByTimeAsync(1);
  return { ...opened, news, unseen, more, watching };
};

const pass = () => vi.advanceTimersByTimeAsync(EVERY_MS);

test("an answer is known within seconds, and said once", async () => {
  const { school, news, unseen, more } = await watch();
  expect(news.state.known).toEqual(NOTHING);
  unseen.now = { ...NOTHING, answers: [BLOCK], messages: 1 };
  await pass();
  await vi.waitFor(() => expect(news.state.known).toEqual(unseen.now));
  await pass();
  await vi.waitFor(() => expect(school.count(ASK)).toBe(3));
  await vi.waitFor(() => expect(more).toEqual([unseen.now, NOTHING]));
  const later = { ...BLOCK, id: 6 };
  unseen.now = { ...NOTHING, answers: [later, BLOCK] };
  await pass();
  await vi.waitFor(() => expect(more.at(-1)?.answers).toEqual([later]));
});

test("nothing is asked while the page is hidden, and at once when the person returns", async () => {
  const { school, unseen, news } = await watch();
  look("hidden");
  await pass();
  await pass();
  expect(school.count(ASK)).toBe(1);
  unseen.now = { ...NOTHING, messages: 2 };
  look("visible");
  await vi.waitFor(() => expect(news.state.known.messages).toBe(2));
});

test("a cut line is silent, and what is new comes once it is back", async () => {
  const { app, school, unseen, news } = await watch();
  school.network.up = false;
  await pass();
  await pass();
  expect(app.network.state.online).toBe(true);
  school.network.up = true;
  unseen.now = { ...NOTHING, answers: [BLOCK] };
  await pass();
  await vi.waitFor(() => expect(news.state.known.answers).toEqual([BLOCK]));
  expect(app.alerts.state.list).toEqual([]);
});

test("an answer that the person sees meanwhile is not new again", async () => {
  const { school, unseen, news } = await watch();
  unseen.now = { ...NOTHING, answers: [BLOCK] };
  await pass();
  await vi.waitFor(() => expect(news.state.known.answers).toEqual([BLOCK]));
  const release = school.hold(ASK);
  await pass();
  await vi.waitFor(() => expect(school.count(ASK)).toBe(3));
  news.seen(BLOCK.id);
  release();
  await vi.advanceTimersByTimeAsync(1);
  expect(news.state.known.answers).toEqual([]);
});

test("a school without the call is asked for its messages on each screen, and not every few seconds", async () => {
  const { school, news, watching } = await watch(false);
  const asked = () => school.count("GET /user/messages");
  const inbox = { messages: [sentMessage(1), sentMessage(2)], cursor: null, conversations: null };
  school.answerWith("GET /user/messages", answerTo(getMessages, { ...inbox, internal: true }));
  await vi.waitFor(() => expect(news.state.isAsked).toBe(true));
  await pass();
  await pass();
  expect([asked(), school.count(ASK)]).toEqual([1, 1]);
  watching.moved();
  await vi.waitFor(() => expect([asked(), news.state.known.messages]).toEqual([2, 2]));
});
