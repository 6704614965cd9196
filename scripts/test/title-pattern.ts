/** Project and file before the title, as the runners and the end of a run print them. */
const BEFORE_TITLE = /^(?:\[[^\]]*\] (?:› )?)?\S*\.test\.tsx?(?::[\d:]+)? [›>] /;

/** What stands in a title for a value: `%s` and `${…}` in the source, `…` in the table of promises. */
const VALUE = /%[sdifjo]|\$\{[^}]*\}|…/;

/** A space of a regular expression, with the sign between two groups; escapes and classes before it. */
const SPACE = /\\.|\[(?:\\.|[^\]\\])*\]| (?:[›>] )?/gs;
/** Vitest puts ` > ` between the names of groups and the title, Playwright a space. */
const BETWEEN = "(?: > | )";

const isRegExp = (text: string): boolean => {
  try {
    new RegExp(text);
    return true;
  } catch {
    return false;
  }
};

/** Matches a title that was copied, with whatever signs it has. */
const literally = (title: string): string =>
  title
    .split(VALUE)
    .map((part) => part.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"))
    .join(".*");

/**
 * The pattern of the titles that a person asks for.
 * @param asked a regular expression, or a title as the source, a run or the table of promises has it, with
 *   the names of its groups before it or without
 */
export const titlePattern = (asked: string): string => {
  const title = asked.replace(BEFORE_TITLE, "");
  const alternatives = [...(isRegExp(title) ? [title] : []), literally(title)];
  const pattern = [...new Set(alternatives)].join("|");
  return pattern.replace(SPACE, (found) => (found.startsWith(" ") ? BETWEEN : found));
};
