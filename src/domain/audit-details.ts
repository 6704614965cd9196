/** A part of what a change has changed, in texts. */
export interface ChangeDetail {
  readonly field: string;
  /** The values before; null where only the present ones were recorded. */
  readonly before: readonly string[] | null;
  readonly now: readonly string[];
}

/** Fields whose values are lists. Two values of any other field are the one before and the one now. */
const LISTS: ReadonlySet<string> = new Set(["courses", "courses_removed", "fields", "languages"]);

const textsOf = (value: unknown): readonly string[] => {
  if (value === null || value === undefined || value === "") return [];
  return Array.isArray(value) ? value.flatMap(textsOf) : [String(value)];
};

/** The details of a change as people read them, from what was recorded. */
export const detailsOf = (recorded: Readonly<Record<string, unknown>>): ChangeDetail[] =>
  Object.entries(recorded).map(([field, value]) => {
    const isPair = Array.isArray(value) && value.length === 2 && !LISTS.has(field);
    return isPair
      ? { field, before: textsOf(value[0]), now: textsOf(value[1]) }
      : { field, before: null, now: textsOf(value) };
  });
