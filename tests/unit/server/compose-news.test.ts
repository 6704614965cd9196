import { describe, expect, test } from "vitest";
import { deskMessagePath, handInPath } from "../../../src/app-context/desk-links.ts";
import { PROGRESS, threadPath } from "../../../src/app-context/links.ts";
import { composeNews, type News, pathOf } from "../../../src/server/news/compose-news.ts";

const APP = "https://school.example/tls";
const one = (changes: Partial<News> = {}): News => ({
  ...{ kind: "message", subjectId: 7, state: null, title: "Darts", ...changes },
});

describe("what is new, in words", () => {
  test("leads to the screens of the app", () => {
    const kinds = ["hand-in", "question", "message", "answer", "idle"] as const;
    expect(kinds.map((kind) => pathOf({ kind, subjectId: 7 }))).toEqual([
      handInPath(7),
      deskMessagePath(7),
      threadPath(7),
      "/assignments",
      PROGRESS,
    ]);
  });

  test("names one thing in the subject, and counts several", () => {
    expect(composeNews([one()], "en", APP)).toEqual({
      subject: "You have a new message: Darts",
      text: `You have a new message: Darts\n${APP}/tutor-talk?thread=7`,
      url: `${APP}/tutor-talk?thread=7`,
    });
    expect(composeNews([one(), one({ subjectId: 8 })], "en", APP).subject).toBe("New for you: 2");
  });

  test("lists thirty things at most, and counts the others", () => {
    const many = Array.from({ length: 5000 }, (_, subjectId) => one({ subjectId }));
    const { subject, text } = composeNews(many, "en", APP);
    expect(subject).toBe("New for you: 5000");
    expect(text.split(APP)).toHaveLength(31);
    expect(text).toContain("Further news: 4970");
  });

  test.each([
    ["lines", "a\r\nBcc: all@school.example\n\nb", "a Bcc: all@school.example b"],
    ["control characters", "a\0\x1b[31mb\u2028c", "a [31mb c"],
    ["nothing but blanks", " \n\t ", "no subject"],
    ["places of texts", "{link} {title} $& $1", "{link} {title} $& $1"],
    ["an emoji at its end", `${"x".repeat(118)}👩‍👩‍👧`, `${"x".repeat(118)}…`],
  ])("takes a subject with %s as one line", (_, title, expected) => {
    expect(composeNews([one({ title })], "en", APP).subject).toBe(
      `You have a new message: ${expected}`,
    );
  });
});
