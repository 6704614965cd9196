import type { ContentProblem } from "./school.ts";

/** An error keeps the content from being imported, a warning does not. */
export type Severity = "error" | "warning";

/** Reports a problem at a line (from 1) of one file; an error unless it says otherwise. */
export type Report = (line: number, message: string, severity?: Severity) => void;

/** Reports a problem at a place that is already known. */
export type Say = (message: string) => void;

export interface ProblemList {
  /** @param file relative to the school's folder */
  in(file: string): Report;
  /** Sorted by file, line and message, without duplicates. */
  sorted(severity: Severity): ContentProblem[];
}

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Creates an empty list of problems. */
export const createProblemList = (): ProblemList => {
  const found = {
    error: new Map<string, ContentProblem>(),
    warning: new Map<string, ContentProblem>(),
  } satisfies Record<Severity, unknown>;
  return {
    in:
      (file) =>
      (line, message, severity = "error") => {
        found[severity].set(JSON.stringify([file, line, message]), { file, line, message });
      },
    sorted: (severity) =>
      [...found[severity].values()].sort(
        (a, b) => byText(a.file, b.file) || a.line - b.line || byText(a.message, b.message),
      ),
  };
};
