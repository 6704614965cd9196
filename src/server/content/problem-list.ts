import type { ContentProblem } from "./school.ts";

/** Reports a problem at a line (from 1) of one file. */
export type Report = (line: number, message: string) => void;

/** Reports a problem at a place that is already known. */
export type Say = (message: string) => void;

export interface ProblemList {
  /** @param file relative to the school's folder */
  in(file: string): Report;
  /** Sorted by file, line and message, without duplicates. */
  sorted(): ContentProblem[];
}

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Creates an empty list of problems. */
export const createProblemList = (): ProblemList => {
  const found = new Map<string, ContentProblem>();
  return {
    in: (file) => (line, message) => {
      found.set(JSON.stringify([file, line, message]), { file, line, message });
    },
    sorted: () =>
      [...found.values()].sort(
        (a, b) => byText(a.file, b.file) || a.line - b.line || byText(a.message, b.message),
      ),
  };
};
