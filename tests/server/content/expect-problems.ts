import { expect, test } from "vitest";
import { changed, compileWith, type Files, lineOf, SMALL_SCHOOL } from "./small-school.ts";

/**
 * A case: its name, the change, and the expected problem: file, the words on its line (or the line
 * number), and words of the message.
 */
export type Case = [name: string, changes: Files, ...said: Said[]];
export type Said = [file: string, at: string | number, message: string];

/** One change of a file, and the words of the message: at the change, or in another place. */
type Change = [
  from: string,
  to: string,
  ...said: (string | [at: string | number, message: string] | Said)[],
];

const asProblems = (changes: Files, said: readonly Said[]) => {
  const files: Files = { ...SMALL_SCHOOL, ...changes };
  return said.map(([file, at, message]) => ({
    file,
    line: typeof at === "number" ? at : lineOf(String(files[file]), at),
    message: expect.stringContaining(message),
  }));
};

/** Each case is reported with its file and line, and nothing else is. */
export const expectProblems = (cases: Case[]): void => {
  test.each(cases)("reports %s", async (_name, changes, ...said) => {
    const result = await compileWith(changes);
    const found = result.ok ? result.warnings : result.failure;
    expect(found).toMatchObject(asProblems(changes, said));
    expect(found).toHaveLength(said.length);
  });
};

/** The first line with text that is not as it was. */
const lineOfChange = (before: string, after: string): number => {
  const lines = before.split("\n");
  return after.split("\n").findIndex((line, at) => line.trim() !== "" && line !== lines[at]) + 1;
};

/** Each change of this file is reported with file and line, and nothing else is. */
export const expectProblemsIn = (path: keyof typeof SMALL_SCHOOL, rows: Change[]): void => {
  const cases = rows.map(([from, to, ...said]): Case => {
    const changes = changed(path, from, to);
    const line = lineOfChange(String(SMALL_SCHOOL[path]), String(changes[path]));
    const what = to === "" ? `no ${JSON.stringify(from)}` : JSON.stringify(to);
    const places = said.map((it): Said => {
      if (typeof it === "string") return [path, line, it];
      return it.length === 3 ? it : [path, ...it];
    });
    return [`${what} in ${path}: ${places.map((it) => it[2]).join("; ")}`, changes, ...places];
  });
  expectProblems(cases);
};

/** Warns of that and of nothing else, and the school can be imported. */
export const expectWarnings = async (changes: Files, ...said: Said[]): Promise<void> => {
  const { ok, warnings } = await compileWith(changes);
  expect({ ok, warnings }).toMatchObject({ ok: true, warnings: asProblems(changes, said) });
  expect(warnings).toHaveLength(said.length);
};
