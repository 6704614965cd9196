import { expect, test } from "vitest";
import { matchFailure } from "../../../../src/core/match-failure.ts";
import { messageFailures } from "../../../../src/features/tutor-talk/unsent-messages.ts";
import { png } from "../../../support/photos.ts";
import { noNetwork, openMessageBox } from "../../support/message-box.ts";

const photo = (name = "seam.png") => new File([png()], name, { lastModified: 1 });
const WORDS = { subject: "Darts", body: "How deep?" };

/** A new message that was written, and not sent yet. */
const openLetter = () => {
  const box = openMessageBox();
  const letter = box.letters.of(null);
  letter.write(WORDS);
  return { ...box, letter };
};

/** Sends a message that the school takes, whose answer is lost. */
const loseAnswer = async ({ letter, school }: ReturnType<typeof openLetter>) => {
  school.takesFirst = true;
  school.instead.set("POST", noNetwork);
  expect(await letter.send()).toBeNull();
  school.instead.clear();
};

const refusal = (status: number) => () => Response.json({ code: "x/y" }, { status });

test("a message draft is sent with its files, added to the conversations, and then cleared", async () => {
  const { letter, posted, messages } = openLetter();
  await letter.attachments.add([photo()]);
  const message = await letter.send();
  expect(message?.subject).toBe("Darts");
  expect(posted).toMatchObject([{ ...WORDS, thread: null, files: ["seam.png"] }]);
  expect(messages.inbox.value?.conversations?.[0]?.subject).toBe("Darts");
  expect(letter.state).toMatchObject({ subject: "", body: "", sending: null, failure: null });
  expect(letter.attachments.state.files).toEqual([]);
});

test("a message draft about a hand-in names it, with its title in the language of the moment", async () => {
  const { letters, posted, messages } = openMessageBox();
  const about = letters.about(31);
  about.write({ body: "Which line?" });
  expect(letters.about(32).state.body).toBe("");
  expect((await about.send("Draw the block"))?.thread).toBe(101);
  // It is written outside of tutor talk, where this message alone would be no inbox.
  expect(messages.inbox.value).toBeNull();
  about.write({ body: "Und hier?" });
  await letters.about(31).send("Zeichnen Sie den Block");
  expect(posted).toMatchObject([
    { upload: "31", thread: null, subject: "Draw the block", body: "Which line?" },
    { upload: "31", thread: null, subject: "Zeichnen Sie den Block", body: "Und hier?" },
  ]);
});

test("a message draft about a hand-in is added to an inbox that is there, and kept until it is sent", async () => {
  const { letters, messages, machine, school, drafts } = openMessageBox();
  await messages.load();
  school.instead.set("POST", noNetwork);
  const about = letters.about(31);
  about.write({ body: "Which line?" });
  expect(await about.send("Draw the block")).toBeNull();
  drafts.flush();
  const later = openMessageBox(machine).letters.about(31);
  expect(later.state).toMatchObject({ body: "Which line?" });
  school.instead.clear();
  await about.send("Draw the block");
  expect(messages.inbox.value?.conversations[0]?.subject).toBe("Draw the block");
});

test("a message draft is sent once on a double click", async () => {
  const { letter, posted } = openLetter();
  const both = await Promise.all([letter.send(), letter.send()]);
  expect(both.filter(Boolean)).toHaveLength(1);
  expect(posted).toHaveLength(1);
});

test("a message draft is stored once even if the page was reloaded between the tries", async () => {
  const { machine, school, letters, posted } = openMessageBox();
  letters.of(null).write(WORDS);
  school.instead.set("POST", noNetwork);
  await letters.of(null).send();
  const second = openMessageBox(machine);
  expect(second.letters.of(null).state).toMatchObject(WORDS);
  await second.letters.of(null).send();
  const third = openMessageBox(machine);
  expect(third.letters.of(null).state.body).toBe("");
  school.instead.clear();
  await letters.of(null).send();
  expect(posted[0]?.key).toBe(second.posted[0]?.key);
});

test("a message draft is a new message once it was changed", async () => {
  const opened = openLetter();
  const { letter, posted } = opened;
  await letter.attachments.add([photo("a.png")]);
  await loseAnswer(opened);
  letter.write({ body: "How deep, and how long?" });
  await loseAnswer(opened);
  await letter.attachments.add([photo("b.png")]);
  await letter.send();
  expect(posted.map(({ body, files }) => [body, files])).toEqual([
    ["How deep?", ["a.png"]],
    ["How deep, and how long?", ["a.png"]],
    ["How deep, and how long?", ["a.png", "b.png"]],
  ]);
});

test.each([
  ["is over 2 MB for the school", refusal(413), "attachments.too-large"],
  ["does not fit on the school's disk", refusal(507), "tutor-talk-failure.no-room"],
  ["is refused", refusal(422), "tutor-talk-failure.refused"],
  ["meets a server's error", refusal(500), "tutor-talk-failure.send"],
  ["meets another page", () => new Response("<p>Pay</p>"), "tutor-talk-failure.send"],
])("a message draft that %s is reported and not lost", async (_, instead, message) => {
  const { letter, school, drafts, machine } = openLetter();
  await letter.attachments.add([photo()]);
  school.instead.set("POST", instead);
  expect(await letter.send()).toBeNull();
  const { failure } = letter.state;
  expect(letter.state).toMatchObject({ ...WORDS, sending: null });
  expect(failure && matchFailure(failure, messageFailures)).toBe(message);
  expect(letter.attachments.state.files).toHaveLength(1);
  drafts.flush();
  expect(openMessageBox(machine).letters.of(null).state).toMatchObject(WORDS);
});

test("a message draft cannot be changed, and shows how much has been sent, while it is being sent", async () => {
  const { letter, posted } = openLetter();
  const sending = letter.send();
  expect(letter.state.sending).toEqual({ sent: 1, total: 2 });
  letter.write({ body: "too late" });
  await sending;
  expect(posted).toMatchObject([WORDS]);
});

test("a message draft exists once for each conversation, and once for a new one", () => {
  const { letters, drafts, machine } = openMessageBox();
  letters.of(null).write(WORDS);
  letters.of(1).write({ body: "One" });
  letters.of(2).write({ body: "Two" });
  drafts.flush();
  const again = openMessageBox(machine).letters;
  const bodies = [null, 1, 2, 3].map((thread) => again.of(thread).state.body);
  expect(bodies).toEqual(["How deep?", "One", "Two", ""]);
});
