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

export const test = Object.assign((name: string, work: Work) => add(name, work), {
  each: (cases: readonly unknown[]) => (name: string, work: Work) => {
    for (const each of cases) {
      const given = Array.isArray(each) ? each : [each];
      add(name.replace(/%[sj]/, String(given[0])), work, given);
    }
  },
  skipIf: (skipped: boolean) => (name: string, work: Work) => add(name, work, [], skipped),
});

const hold = (holds: boolean, actual: unknown, relation: string, expected: unknown): void => {
  const show = (value: unknown) => String(JSON.stringify(value)).slice(0, 500);
  if (!holds) throw new Error(`expected ${show(actual)} ${relation} ${show(expected)}`);
};

const fail = (): never => {
  throw new Error("expected never to get here");
};

/** The values of the suites are those of JSON. */
export const expect = Object.assign(
  (actual: unknown) => ({
    toBe: (value: unknown) => hold(Object.is(actual, value), actual, "to be", value),
    toEqual: (value: unknown) =>
      hold(JSON.stringify(actual) === JSON.stringify(value), actual, "to equal", value),
    toMatch: (sign: RegExp) => hold(sign.test(String(actual)), actual, "to match", sign.source),
  }),
  { unreachable: fail },
);
