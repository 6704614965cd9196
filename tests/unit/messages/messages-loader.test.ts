import { parse } from "@formatjs/icu-messageformat-parser";
import { expect, test } from "vitest";
import { compileMessage, compileMessages } from "../../../scripts/build/messages-loader.ts";
import { createIntl, type MessageValues } from "../../../src/i18n/create-intl.ts";
import { filesOfMessage } from "../../../src/i18n/message-files.ts";

/** A message with its isolations made visible. */
const format = (message: string, values: MessageValues): string =>
  createIntl("he", { "a.text": compileMessage(message, "he") })
    .formatMessage({ id: "a.text" }, values)
    .replaceAll("\u2068", "[")
    .replaceAll("\u2069", "]");

test("a message of a right-to-left language isolates names, files and measures, wherever they stand in it", () => {
  const sizes = { sent: "1 MB", total: "2 MB" };
  expect(format("{sent} מתוך {total}", sizes)).toBe("[1 MB] מתוך [2 MB]");
  expect(format("הורדה: {name}.", { name: "a (1).png" })).toBe("הורדה: [a (1).png].");
  const files = "{count, plural, one {קובץ אחד של {name}} other {# קבצים}} של {name}";
  expect(format(files, { count: 1, name: "Anna" })).toBe("קובץ אחד של [Anna] של [Anna]");
  expect(format(files, { count: 3, name: "Anna" })).toBe("3 קבצים של [Anna]");
});

test("a message of a right-to-left language is the same otherwise", () => {
  for (const text of ["שיעור", "הושלמו {done, number} שיעורים"]) {
    expect(compileMessage(text, "he")).toEqual(parse(text));
  }
});

test("a message of a right-to-left language is isolated when the app is built, and one of a left-to-right language is not", () => {
  const texts = { "header.greeting": "{name}!", "faq.search": "{name}?" };
  const inside = (language: string) => JSON.stringify(compileMessages(texts, language, "inside"));
  expect(inside("he")).toContain("\u2068");
  expect(inside("en")).not.toContain("\u2068");
  expect(inside("en")).not.toContain("faq.search");
});

test("a message of a right-to-left language that does not parse stops the build with its id", () => {
  expect(() => compileMessages({ "header.greeting": "{open" }, "en", "inside")).toThrow(
    "header.greeting: ",
  );
});

test("a message is in the files of its area, a title in the file of the menus, and the server's own in none", () => {
  expect(filesOfMessage("faq.search")).toEqual(["further"]);
  expect(filesOfMessage("offline.word")).toEqual(["further", "desktop"]);
  expect(filesOfMessage("patterns.undo")).toEqual(["patterns"]);
  expect(filesOfMessage("patterns.number.cap")).toEqual(["numbers"]);
  expect(filesOfMessage("faq.title")).toEqual(["inside"]);
  expect(filesOfMessage("authorization.title")).toEqual(["entry"]);
  expect(filesOfMessage("password-reset.subject")).toEqual([]);
});
