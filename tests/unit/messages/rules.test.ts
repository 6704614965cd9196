import { expect, test } from "vitest";
import { checkCatalogue, checkPlurals, checkUse } from "../../../scripts/messages/rules.ts";

const catalogue = (messages: Record<string, string>) => JSON.stringify(messages, null, 2);

const english = catalogue({
  "lesson.count": "{count, plural, one {# lesson} other {# lessons}}",
  "lesson.title": "{title} in <b>{course}</b>",
});

const faultsOf = (messages: Record<string, string>) => checkCatalogue(catalogue(messages), english);

const good = JSON.parse(english) as Record<string, string>;

test.each([
  ["of nothing if nothing is wrong", good, []],
  ["of an empty message", { ...good, "lesson.title": " " }, ["lesson.title has no text"]],
  ["of nothing that is compared elsewhere", { "lesson.title": "{title" }, []],
])("a translation is accused %s", (_, messages, faults) => {
  expect(faultsOf(messages)).toEqual(faults);
});

test("a translation is refused when a select has other choices than in English", () => {
  const message = (choices: string) => catalogue({ "a.a": `{shape, select, ${choices}}` });
  const english = message("round {a circle} other {<b>{shape}</b>}");
  expect(checkCatalogue(message("other {{shape}} round {Kreis}"), english)).toEqual([]);
  expect(checkCatalogue(message("runde {Kreis} other {}"), english)).toEqual([
    'a.a chooses by "shape of other, runde", English by "shape of other, round"',
  ]);
});

test("a translation is refused when keys are out of order or stand twice", () => {
  const twice = '{\n"b.b": "b",\n"a.a": "a",\n"b.b": "b"\n}';
  expect(checkCatalogue(twice, catalogue({ "a.a": "a", "b.b": "b" }))).toEqual([
    "stands twice: b.b",
    "out of order: a.a",
  ]);
});

test("Hebrew plurals need a form for two", () => {
  expect(checkPlurals(english, "he")).toEqual(["lesson.count has no form for two"]);
  expect(checkPlurals(english, "en")).toEqual([]);
});

test("a plural form that the language never uses is named", () => {
  const text = catalogue({ "a.a": "{n, plural, one {1} two {2} other {#}}" });
  expect(checkPlurals(text, "en")).toEqual(["a.a has forms that are never used: two"]);
});

const PREFIXED = '"session.end" "session.v1" "session.ts" "valtio.proxy"';

test.each([
  ["unused and missing ones", ["lesson.done", "lesson.open"], '"lesson.done" "lesson.shut"', 2],
  ["those of a template", ["lesson.open-1", "lesson.open"], `\`lesson.open-\${part}\``, 1],
  ["no storage keys, files and prefixes", ["session.end"], PREFIXED, 0],
])("messages are compared with their use: %s", (_, ids, source, count) => {
  const faults = ["no source names the message lesson.open", "there is no message lesson.shut"];
  expect(checkUse(ids, [source])).toEqual(faults.slice(0, count));
});
