import { expect, test } from "vitest";
import { type Files, lineOf, problemsWith, SMALL_SCHOOL } from "./small-school.ts";

/**
 * A case: its name, the change, and the expected problem: file, the words on its line (or the line
 * number), and words of the message.
 */
export type Case = [name: string, changes: Files, ...said: Said[]];
type Said = [file: string, at: string | number, message: string];

/** Each case is reported with its file and line, and nothing else is. */
export const expectProblems = (cases: Case[]): void => {
  test.each(cases)("%s", async (_name, changes, ...said) => {
    const files: Files = { ...SMALL_SCHOOL, ...changes };
    const found = await problemsWith(changes);
    expect(found).toEqual(
      said.map(([file, at, message]) => ({
        file,
        line: typeof at === "number" ? at : lineOf(String(files[file]), at),
        message: expect.stringContaining(message),
      })),
    );
  });
};
