import type { ListedPerson } from "../people/list-people.ts";
import { escapeForTerminal } from "./escape-for-terminal.ts";

type Teacher = Pick<ListedPerson, "username" | "teaches">;

/** The courses that somebody teaches, such as `teaches PMB, SWB`; empty for other levels. */
export const taughtInWords = ({ teaches }: Teacher): string => {
  if (teaches === null) return "";
  return `teaches ${teaches === "all" ? "all" : teaches.join(", ") || "no course"}`;
};

/** What to do for a tutor without courses; empty for others. */
export const hintToTeach = ({ username, teaches }: Teacher): string => {
  if (teaches === null || teaches.length > 0) return "";
  const name = escapeForTerminal(username);
  return `\nA tutor without courses sees no student. Give some: user set ${name} --teaches PMB,SWB or all.`;
};
