import { expect, test } from "vitest";
import { type Files, lineOf, problemsWith, SMALL_SCHOOL } from "./small-school.ts";

/**
 * What goes wrong, how, and what is said of it: file, the words on whose line it is said (or the
 * line itself), and words of the message.
 */
export type Case = [name: string, changes: Files, ...said: Said[]];
type Said = [file: string, at: string | number, message: string];

/** Each case is told of with its file and line, and of nothing else. */
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
