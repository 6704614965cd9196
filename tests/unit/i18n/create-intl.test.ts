import { readFileSync } from "node:fs";
import path from "node:path";
import { TYPE } from "@formatjs/icu-messageformat-parser";
import { createIntl as createReference } from "@formatjs/intl";
import { afterEach, describe, expect, test } from "vitest";
import { compileMessage } from "../../../scripts/build/messages-loader.ts";
import { walk } from "../../../scripts/messages/walk.ts";
import { LANGUAGES, type Language } from "../../../src/domain/languages.ts";
import { createIntl } from "../../../src/i18n/create-intl.ts";
import { TURNS_OF_DAY } from "../../support/turns-of-day.ts";

const folder = path.join(import.meta.dirname, "../../../locales");
const textsIn = (language: Language): Record<string, string> =>
  JSON.parse(readFileSync(path.join(folder, `${language}.json`), "utf8"));

const compiled = (texts: Record<string, string>) =>
  Object.fromEntries(Object.entries(texts).map(([id, text]) => [id, compileMessage(text, "en")]));

const throws = (error: unknown) => {
  throw error;
};

/** Counts of every plural form of every language, and those with separators and decimals. */
const COUNTS = [0, 1, 2, 3, 7, 11, 20, 21, 101, 1000, 1_000_000, 1.5, 1234.56];

/** Values for every place of a message. */
const valuesFor = (text: string, count: number): Record<string, string | number> => {
  const values: Record<string, string | number> = {};
  walk(text, (element) => {
    if (element.type === TYPE.argument) values[element.value] ??= `[${element.value}] {x}`;
    if (element.type === TYPE.plural || element.type === TYPE.number) values[element.value] = count;
    if (element.type === TYPE.select) {
      const options = Object.keys(element.options);
      values[element.value] = options[COUNTS.indexOf(count) % options.length] ?? "other";
    }
  });
  return values;
};

const advises = (texts: Record<string, string>, id: string): boolean =>
  texts[id]?.includes(texts["failure.connection"] ?? "") ?? false;
const english = textsIn("en");
const advising = Object.keys(english).filter((id) => advises(english, id));

describe.each(LANGUAGES)("%s", (language) => {
  const texts = textsIn(language);
  const own = createIntl(language, compiled(texts));
  const reference = createReference({ locale: language, messages: texts, onError: throws });

  // `useFailureText` replaces this advice where the school is the reason.
  test("messages advise to look at the connection with the same words", () => {
    expect(advising.length).toBeGreaterThan(30);
    expect(advising.filter((id) => !advises(texts, id))).toEqual([]);
  });

  test("every message is formatted as by FormatJS, for any number", () => {
    const differences = Object.entries(texts).flatMap(([id, text]) =>
      (/, *(plural|number|select)/.test(text) ? COUNTS : [0]).flatMap((count) => {
        const values = valuesFor(text, count);
        const [is, should] = [own, reference].map((intl) => intl.formatMessage({ id }, values));
        return is === should ? [] : [{ id, count, is, should }];
      }),
    );
    expect(differences).toEqual([]);
  });

  test.each<[number, Intl.NumberFormatOptions | undefined]>([
    [999, undefined],
    [1234.5, undefined],
    [0.256, { style: "percent" }],
    [2.34, { style: "unit", unit: "megabyte", maximumFractionDigits: 1 }],
  ])("the number %s is formatted as by FormatJS", (value, options) => {
    expect(own.formatNumber(value, options)).toBe(reference.formatNumber(value, options as object));
  });

  test.each<[string | number, Intl.DateTimeFormatOptions]>([
    ["2026-03-09T15:30:00Z", { dateStyle: "long" }],
    ["2026-03-09T15:30:00Z", { dateStyle: "medium" }],
    [Date.UTC(2026, 2, 9, 15, 30), { dateStyle: "long", timeStyle: "short" }],
  ])("the date %s is formatted as by FormatJS", (value, options) => {
    expect(own.formatDate(value, options)).toBe(reference.formatDate(value, options));
  });
});

describe("on a machine in another zone", () => {
  const machineZone = process.env.TZ;
  afterEach(() => {
    if (machineZone === undefined) delete process.env.TZ;
    else process.env.TZ = machineZone;
  });

  test.each(TURNS_OF_DAY)("a day without a time stays that day in $zone", ({ zone, ...turn }) => {
    process.env.TZ = zone;
    const { formatDate } = createIntl("en", {});
    for (const day of [turn.day, turn.next]) {
      const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
      expect(formatDate(day)).toBe(`${month}/${date}/${year}`);
    }
  });

  test.each(TURNS_OF_DAY)("the day of a time is the machine's: $name", ({ zone, ...turn }) => {
    process.env.TZ = zone;
    const { formatDate } = createIntl("en", {});
    expect(formatDate(turn.at - 1)).toBe(formatDate(turn.day));
    expect(formatDate(new Date(turn.at).toISOString())).toBe(formatDate(turn.next));
  });
});

test("a message that there is not is shown as its id, and a date that is none as it is", () => {
  const { formatMessage, formatDate } = createIntl("en", {});
  expect(formatMessage({ id: "a.text" })).toBe("a.text");
  expect(formatDate("soon", { dateStyle: "long" })).toBe("soon");
});
