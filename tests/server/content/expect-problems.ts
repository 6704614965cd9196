import { expect, test } from "vitest";
import { compileWith, type Files, lineOf, SMALL_SCHOOL } from "./small-school.ts";

/**
 * A case: its name, the change, and the expected problem: file, the words on its line (or the line
 * number), and words of the message.
 */
export type Case = [name: string, changes: Files, ...said: Said[]];
export type Said = [file: string, at: string | number, message: string];

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
  test.each(cases)("%s", async (_name, changes, ...said) => {
    const result = await compileWith(changes);
    expect(result.ok ? [] : result.failure).toEqual(asProblems(changes, said));
  });
};

/** Warns of that and of nothing else, and the school can be imported. */
export const expectWarnings = async (changes: Files, ...said: Said[]): Promise<void> => {
  const { ok, warnings } = await compileWith(changes);
  expect({ ok, warnings }).toEqual({ ok: true, warnings: asProblems(changes, said) });
};
