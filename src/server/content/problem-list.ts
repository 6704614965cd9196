import { REMARKS, type RemarkCode, type ValueNeed } from "../../contract/remark.ts";
import { type ProblemMark, placeOfProblem } from "./problem-place.ts";
import type { ContentProblem } from "./school.ts";

/** An error keeps the content from being imported, a warning does not. */
type Severity = "error" | "warning";

export const severityOf = ({ code }: Pick<ProblemMark, "code">): Severity =>
  REMARKS[code] === "stops" ? "error" : "warning";

/** Reports a problem at a line (from 1) of one file. */
export type Report = (line: number, message: string, mark: ProblemMark) => void;

/** Reports a problem at a place that is already known. */
export type Say = (message: string, mark: ProblemMark) => void;

export interface ProblemList {
  /** @param file relative to the school's folder */
  in(file: string): Report;
  /**
   * Sorted by file, line and message, without duplicates.
   * @param first the school's first language, for the places of the problems; absent: they have none
   */
  sorted(severity: Severity, first?: string): ContentProblem[];
}

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

export const createProblemList = (): ProblemList => {
  const found = new Map<string, ContentProblem & { readonly mark: ProblemMark }>();
  return {
    in: (file) => (line, message, mark) => {
      const key = JSON.stringify([severityOf(mark), file, line, message]);
      found.set(key, { file, line, message, mark });
    },
    sorted: (severity, first) =>
      [...found.values()]
        .filter(({ mark }) => severityOf(mark) === severity)
        .sort((a, b) => byText(a.file, b.file) || a.line - b.line || byText(a.message, b.message))
        .map(({ mark, ...problem }) => ({
          ...problem,
          about: {
            ...mark,
            place: first === undefined ? {} : placeOfProblem(problem.file, mark.path, first),
          },
        })),
  };
};

/**
 * A problem with a value that cannot be.
 * @param what the values that can be, or the largest one
 */
export const wrongValue = (
  name: string,
  need: ValueNeed,
  what: string | number = "",
): ProblemMark => ({
  code: "value/wrong",
  values: { name, need, what },
});

/** A problem whose words need a name alone. */
export const markOf = (code: RemarkCode, name: string): ProblemMark => ({ code, values: { name } });

/** A problem with a name that is already there. */
export const taken = (name: string): ProblemMark => markOf("key/taken", name);

/**
 * A problem with the name of something that is not there.
 * @param kind what it would be, such as `lesson`
 */
export const unknownTarget = (
  kind: string,
  name: string,
  known: Iterable<string> = [],
): ProblemMark => ({
  code: "target/unknown",
  values: { kind, name, near: nearest(name, known) ?? "" },
});

/**
 * Reports the name of something that is not there, with the known name that is most similar.
 * @param message its start, such as `There is no lesson`
 * @param kind what it would be, such as `lesson`
 */
export const sayUnknown = (
  say: Say,
  message: string,
  kind: string,
  name: string,
  known: Iterable<string>,
): void => {
  const names = [...known];
  say(`${message} "${name}"${didYouMean(name, names) || "."}`, unknownTarget(kind, name, names));
};

/** Makes sure that each id of one kind is used once. */
export interface IdRegister {
  /** @param owner the new owner of the id, as messages call it */
  register(id: number, owner: string, say: Say): void;
  /** Reads an id, and registers it. @returns 0 for a field without one, which has been reported */
  read(
    field: { count(): number | null; readonly say: Say } | null | undefined,
    owner: string,
  ): number;
}

/** @param what the kind as messages call it, such as `lesson` or `course` */
export const createIdRegister = (what: string): IdRegister => {
  const owners = new Map<number, string>();
  const register: IdRegister["register"] = (id, owner, say) => {
    const present = owners.get(id);
    if (present === undefined) owners.set(id, owner);
    else {
      const mark = { code: "id/taken", values: { id, owner: present } } as const;
      say(`The ${what} id ${id} already belongs to ${present}.`, mark);
    }
  };
  return {
    register,
    read: (field, owner) => {
      const id = field?.count() ?? null;
      if (field && id !== null) register(id, owner, field.say);
      return id ?? 0;
    },
  };
};

const MAX_LENGTH = 80;

/**
 * The optimal string alignment distance (Damerau–Levenshtein): a swap of adjacent letters counts as
 * one edit. The package fastest-levenshtein counts it as two and would not find `icon` for `icno`.
 */
const distance = (a: string, b: string): number => {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const crossed = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = crossed ? (before[j - 2] ?? 0) + 1 : replaced;
      next.push(Math.min(replaced, swapped, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    before = row;
    row = next;
  }
  return row[b.length] ?? 0;
};

const folded = (name: string): string => name.toLowerCase().replace(/[\s_-]+/g, "-");

/** The known name that is most similar to an unknown one; null if none is. */
const nearest = (name: string, known: Iterable<string>): string | null => {
  if (name.length > MAX_LENGTH) return null;
  const wanted = folded(name);
  const limit = Math.min(2, Math.floor(wanted.length / 3));
  let best: string | null = null;
  let bestDistance = limit + 1;
  for (const candidate of known) {
    if (Math.abs(candidate.length - name.length) > limit) continue;
    const apart = distance(wanted, folded(candidate));
    if (apart < bestDistance) [best, bestDistance] = [candidate, apart];
  }
  return best;
};

/**
 * The end of a message about an unknown name: `; did you mean "x"?` if a known name is similar,
 * otherwise empty.
 */
export const didYouMean = (name: string, known: Iterable<string>): string => {
  const near = nearest(name, known);
  return near === null ? "" : `; did you mean "${near}"?`;
};
