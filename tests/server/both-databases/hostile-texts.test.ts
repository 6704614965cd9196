import { expect, test } from "vitest";
import { corporaPresent, naughtyStrings, WITHOUT_CORPORA } from "../support/corpora.ts";
import { handIns } from "../support/hand-ins.ts";
import { it } from "../support/on-sqlite.ts";
import { sharedPerson } from "../support/shared-person.ts";
import { openSchool, PMB } from "../support/test-school.ts";

/** PostgreSQL stores no null character, so both databases refuse it in the same way. */
const school = openSchool.shared();
const admin = sharedPerson(school, { level: 100, courses: [{ course: PMB }] });

const video = "product=PM&lesson=paper&asset=flare.webm";
test.each([
  [`/new-video/texts?${video}&language=%00`, "language"],
  [`/user/assignments/uploaded/${PMB}?language=e%00`, "language"],
  ["/products/PM/search?q=%00", "q"],
  ["/products/PM/search?q=paper&language=%00", "language"],
  ["/user/get-session?t=%00", "t"],
])("a null character in the query %s is refused, and its name given", async (path, name) => {
  const answer = await school.call(path, admin);
  expect([answer.status, answer.json.code]).toEqual([422, "request/invalid"]);
  expect(answer.json.errors[0].path).toBe(name);
});

/** Several strings in one text, up to the maximum length. */
const together = (strings: readonly string[], longest: number): string[] => {
  const texts = [""];
  for (const string of strings) {
    const last = `${texts.at(-1)}\n${string}`;
    if (last.length <= longest) texts[texts.length - 1] = last;
    else texts.push(string.slice(0, longest));
  }
  return texts;
};

const why = corporaPresent ? "" : ` (${WITHOUT_CORPORA})`;

test.skipIf(!corporaPresent)(
  `naughty strings are kept in a hand-in's comment and in the tutor's answer${why}`,
  async () => {
    const { mine, student, handIn, answer } = handIns(() => school);
    const tutor = await school.token(await school.add({ level: 10 }));
    const { token, id: student_id } = await student();
    for (const text of together(naughtyStrings(), 1500)) {
      const words = text.replaceAll("\r\n", "\n").trim();
      const sent = await handIn(token, { comment: words });
      expect([sent.status, words]).toEqual([201, words]);
      const upload_id = sent.json.assignment.uploads.at(-1).id;
      await answer(tutor, { student_id, upload_id, state: "returned", text: words });
      const [{ uploads }] = await mine(token);
      const { comment, feedback } = uploads.at(-1);
      expect([comment.trim(), feedback.text.trim()]).toEqual([words, words]);
    }
  },
);

(corporaPresent ? it : test.skip)(`a message returns naughty strings unchanged${why}`, async () => {
  const { token } = await school.student();
  const strings = naughtyStrings();
  const said = strings.filter((text) => text.trim() !== "");
  for (const text of strings) {
    const { status } = await school.message(token, { subject: text, body: text });
    expect([text, status]).toEqual([text, said.includes(text) ? 201 : 422]);
  }
  const back: { subject: string; body: string }[] = [];
  let before = "";
  do {
    const { json } = await school.call(`/user/messages?${before}`, { token });
    back.unshift(...json.messages);
    before = json.cursor === null ? "" : `before=${json.cursor}`;
  } while (before);
  expect(back.map(({ subject }) => subject)).toEqual(said);
  expect(back.map(({ body }) => body)).toEqual(said);
});
