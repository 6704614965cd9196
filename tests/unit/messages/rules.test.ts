import { describe, expect, test } from "vitest";
import { checkCatalogue, checkPlurals, checkUse } from "../../../scripts/messages/rules.ts";

const catalogue = (messages: Record<string, string>) => JSON.stringify(messages, null, 2);

const english = catalogue({
  "lesson.count": "{count, plural, one {# lesson} other {# lessons}}",
  "lesson.title": "{title} in <b>{course}</b>",
});

const faultsOf = (messages: Record<string, string>) => checkCatalogue(catalogue(messages), english);

describe("a translation", () => {
  const good = JSON.parse(english) as Record<string, string>;

  test("is accepted when nothing is wrong with it", () => {
    expect(faultsOf(good)).toEqual([]);
  });

  test("is refused when a message is missing", () => {
    expect(faultsOf({ "lesson.title": "{title} <b>{course}</b>" })).toEqual([
      "missing: lesson.count",
    ]);
  });

  test("is refused when English has no such message", () => {
    expect(faultsOf({ ...good, "lesson.weight": "heavy" })).toEqual([
      "not in English: lesson.weight",
    ]);
  });

  test("is refused when a placeholder is missing, misspelt, or of another kind", () => {
    expect(faultsOf({ ...good, "lesson.title": "<b>{curse}</b> {title}" })).toEqual([
      "lesson.title lacks {course, text}",
      "lesson.title has {curse, text}, which English has not",
    ]);
    expect(faultsOf({ ...good, "lesson.count": "{count, number} lessons" })).toEqual([
      "lesson.count lacks {count, plural}",
      "lesson.count has {count, number}, which English has not",
    ]);
  });

  test("is refused when a message is empty or does not parse", () => {
    expect(faultsOf({ ...good, "lesson.title": " " })).toEqual(["lesson.title has no text"]);
    expect(faultsOf({ ...good, "lesson.title": "{title" })[0]).toMatch(/does not parse/);
  });

  test("is refused when keys are out of order or stand twice", () => {
    const twice = '{\n"b.b": "b",\n"a.a": "a",\n"b.b": "b"\n}';
    expect(checkCatalogue(twice, catalogue({ "a.a": "a", "b.b": "b" }))).toEqual([
      "stands twice: b.b",
      "out of order: a.a",
    ]);
  });
});

describe("plurals have the forms that the language needs", () => {
  test("Hebrew needs a form for two", () => {
    expect(checkPlurals(english, "he")).toEqual(["lesson.count has no form for two"]);
    expect(checkPlurals(english, "en")).toEqual([]);
  });

  test("a form that the language never uses is named", () => {
    const text = catalogue({ "a.a": "{n, plural, one {1} two {2} other {#}}" });
    expect(checkPlurals(text, "en")).toEqual(["a.a has forms that are never used: two"]);
  });
});

describe("messages and sources fit together", () => {
  test("an unused message is reported, and so is a missing one", () => {
    expect(
      checkUse(["lesson.done", "lesson.open"], ['text("lesson.done") + text("lesson.shut")']),
    ).toEqual(["no source names the message lesson.open", "there is no message lesson.shut"]);
  });

  test("storage keys, files and other prefixes are not messages", () => {
    expect(
      checkUse(["session.end"], ['"session.end" "session.v1" "session.ts" "valtio.proxy"']),
    ).toEqual([]);
  });
});
