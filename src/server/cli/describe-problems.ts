import type { ContentProblem } from "../content/school.ts";

/** One line of text, whatever characters an author's file has in its name. */
const describe = ({ file, line, message }: ContentProblem): string =>
  (file === "." ? message : `${file}:${line} ${message}`).replace(/\p{Cc}/gu, "\uFFFD");

const counted = (count: number, what: string): string =>
  `${count} ${what}${count === 1 ? "" : "s"}`;

/** Errors as lines of text, with their number. */
export const describeErrors = (errors: readonly ContentProblem[]): string[] => [
  ...errors.map(describe),
  "",
  `${counted(errors.length, "problem")} found.`,
];

/** Warnings as lines of text. They do not change the exit code of a command. */
export const describeWarnings = (warnings: readonly ContentProblem[]): string[] => [
  ...warnings.map(({ message, ...place }) =>
    describe({ ...place, message: `warning: ${message}` }),
  ),
  ...(warnings.length > 0 ? ["", `${counted(warnings.length, "warning")}.`] : []),
];
