import { formatUnit } from "../../domain/measurements/format-measure.ts";
import { BLOCKS } from "../../drafting/draft.ts";
import { EXAMPLE_BODY } from "../../drafting/example-body.ts";
import { lessonNumbers } from "../../drafting/lesson-draft.ts";
import { type NumberKind, numberKind, SAME_LENGTH } from "../../drafting/number-kind.ts";
import { type Say, sayUnknown } from "./problem-list.ts";
import type { ProblemMark } from "./problem-place.ts";

/** The sign between whole and decimals in a language. */
export const decimalSign = (language: string): string =>
  new Intl.NumberFormat(language).formatToParts(1.5).find(({ type }) => type === "decimal")
    ?.value ?? ".";

const known = new Map<string, ReadonlyMap<string, number> | null>();

/** The numbers of a block for the example body; null if there is no such block. */
const numbersOf = (block: string): ReadonlyMap<string, number> | null => {
  const found = known.get(block);
  if (found !== undefined) return found;
  const numbers = lessonNumbers(block, EXAMPLE_BODY)?.numbers ?? null;
  known.set(block, numbers);
  return numbers;
};

/** All names: `skirt-block.halfHip`. */
const numberNames = (): string[] =>
  BLOCKS.flatMap(({ id }) => [...(numbersOf(id)?.keys() ?? [])].map((name) => `${id}.${name}`));

/** `50`, `3.25 cm`, `3,25 ס״מ`, `22°`: a number, and its unit without digits. */
const STATED = /^[-−]?\d+(?:([.,])(\d+))?(?=\D*$)/;

const roundTo = (value: number, decimals: number): string =>
  (Math.round(value * 10 ** decimals) / 10 ** decimals + 0).toFixed(decimals);

/**
 * Compares what a text states with what the formulas give for the example body, rounded as the text rounds. A length
 * of every body, `length`, is only read.
 * @param name such as `skirt-block.halfHip`
 * @param stated the words of the text, such as `50 cm`
 */
export const checkDraftNumber = (
  name: string,
  stated: string,
  language: string,
  say: Say,
): void => {
  const dot = name.indexOf(".");
  const value = numbersOf(name.slice(0, dot))?.get(name.slice(dot + 1));
  if (value === undefined && name !== SAME_LENGTH) {
    sayUnknown(say, "There is no number", "number", name, numberNames());
    return;
  }
  const unread: ProblemMark = { code: "number/unread", values: { name, stated } };
  const [found, sign, decimals = ""] = STATED.exec(stated.trim()) ?? [];
  if (found === undefined) {
    say(`"${stated}" must be a number, such as [50 cm](draft:${name}).`, unread);
    return;
  }
  const own = decimalSign(language);
  if (sign !== undefined && sign !== own) {
    say(`"${stated}" has "${sign}" as its decimal sign: write "${own}" in this language.`, unread);
    return;
  }
  if (value === undefined) return;
  const percent = /%\s*$/.test(stated) ? 100 : 1;
  const said = Number(found.replace("−", "-").replace(",", "."));
  // Numbers that lie half way may be rounded up or down.
  if (Math.abs(said - value * percent) <= 0.5 / 10 ** decimals.length + 1e-6) return;
  const right = roundTo(value * percent, Math.max(1, decimals.length)).replace(".", own);
  say(`"${stated}" is wrong: ${name} is ${right} for the example body.`, {
    ...{ code: "number/wrong", values: { name, stated, right } },
  });
};

const unitOf = (kind: NumberKind, language: string): string => {
  if (kind === "length") return ` ${formatUnit("cm", language)}`;
  return kind === "degrees" ? "°" : "";
};

/** All numbers as a text can state them: of the example body, with two decimals at most. */
export const statedNumbers = (
  language: string,
): { readonly name: string; readonly number: string; readonly unit: string }[] => {
  const { format } = new Intl.NumberFormat(language, {
    maximumFractionDigits: 2,
    useGrouping: false,
    numberingSystem: "latn",
  });
  return BLOCKS.flatMap(({ id }) =>
    [...(numbersOf(id) ?? [])].map(([name, value]) => {
      const kind = numberKind(name);
      const number = kind === "ratio" ? `${format(value * 100)} %` : format(value);
      return { name: `${id}.${name}`, number, unit: unitOf(kind, language) };
    }),
  );
};
