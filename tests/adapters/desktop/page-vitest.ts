/**
 * The part of Vitest that the adapters' suites use, for a page: the desktop's adapters can only be
 * called inside a browser.
 */

type Work = (...given: never[]) => unknown;

interface PageTest {
  readonly name: string;
  readonly skipped: boolean;
  readonly run: () => Promise<void>;
}

export const pageTests: PageTest[] = [];
const before: Work[] = [];
const names: string[] = [];

export const beforeEach = (work: Work): void => void before.push(work);

export const describe = (name: string, inside: () => void): void => {
  names.push(name);
  inside();
  names.pop();
};

const add = (name: string, work: Work, given: readonly unknown[] = [], skipped = false): void => {
  const run = async () => {
    for (const prepare of before) await prepare();
    await work(...(given as never[]));
  };
  pageTests.push({ name: [...names, name].join(" > "), skipped, run });
};

const filled = (name: string, given: readonly unknown[]): string => {
  const values = [...given];
  return name.replaceAll(/%[sj]/g, (sign) => {
    const value = values.shift();
    return sign === "%j" ? JSON.stringify(value) : String(value);
  });
};

export const test = Object.assign((name: string, work: Work) => add(name, work), {
  each: (cases: readonly unknown[]) => (name: string, work: Work) => {
    for (const each of cases) {
      const given = Array.isArray(each) ? each : [each];
      add(filled(name, given), work, given);
    }
  },
  skipIf: (skipped: boolean) => (name: string, work: Work) => add(name, work, [], skipped),
});

const show = (value: unknown): string => {
  const text = typeof value === "string" ? JSON.stringify(value) : JSON.stringify(value, null, 1);
  return (text ?? String(value)).slice(0, 500);
};

const areEqual = (one: unknown, other: unknown): boolean => {
  if (Object.is(one, other)) return true;
  if (typeof one !== "object" || typeof other !== "object" || !one || !other) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => areEqual(Reflect.get(one, key), Reflect.get(other, key)))
  );
};

const hold = (holds: boolean, actual: unknown, relation: string, expected: unknown): void => {
  if (!holds) throw new Error(`expected ${show(actual)} ${relation} ${show(expected)}`);
};

export const expect = Object.assign(
  (actual: unknown) => ({
    toBe: (value: unknown) => hold(Object.is(actual, value), actual, "to be", value),
    toBeNull: () => hold(actual === null, actual, "to be", null),
    toEqual: (value: unknown) => hold(areEqual(actual, value), actual, "to equal", value),
    toMatch: (sign: RegExp) => hold(sign.test(String(actual)), actual, "to match", sign.source),
    toBeGreaterThan: (value: number) =>
      hold(Number(actual) > value, actual, "to be greater than", value),
    toBeGreaterThanOrEqual: (value: number) =>
      hold(Number(actual) >= value, actual, "to be at least", value),
    rejects: {
      async toThrow(words: string) {
        const outcome = await Promise.resolve(actual).then(
          () => "came to an end",
          (error) => String(error),
        );
        hold(outcome.includes(words), outcome, "to be an error of", words);
      },
    },
  }),
  {
    unreachable(): never {
      throw new Error("expected never to get here");
    },
  },
);
