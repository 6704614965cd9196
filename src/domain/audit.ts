import { ADMIN_LEVEL, MANAGER_LEVEL } from "./roles.ts";

/** What a change of the school is about. */
export const AUDIT_KINDS = [
  "person",
  "content",
  "lesson",
  "announcement",
  "term",
  "question",
  "hand-in",
  "comment",
  "setting",
  "site",
  "serial",
  "licence",
  "release",
  "key",
  "backup",
] as const;

export type AuditKind = (typeof AUDIT_KINDS)[number];

export const AUDIT_ACTIONS = [
  "added",
  "changed",
  "removed",
  "blocked",
  "unblocked",
  "signed-out",
  "invited",
  "password-reset",
  "second-factor-reset",
  "imported",
  "exported",
  "restored",
  "published",
  "rolled-back",
  "answered",
  "answer-taken-back",
  "revoked",
  "signed",
  "tested",
] as const;

export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** Who changes something: a person of the school, somebody at the command line, or the school by itself. */
export type Actor =
  | { readonly kind: "person"; readonly id: number; readonly name: string }
  | { readonly kind: "command" }
  | { readonly kind: "school" };

/** Somebody at the command line. */
export const COMMAND: Actor = { kind: "command" };
/** The school by itself. */
export const SCHOOL: Actor = { kind: "school" };

/** What only those see who run the school itself. */
const OF_THE_SCHOOL: ReadonlySet<AuditKind> = new Set([
  "setting",
  "site",
  "serial",
  "licence",
  "release",
  "key",
  "backup",
]);

/**
 * The level from which on somebody sees a change: managers that of people up to their own level, of
 * content and of hand-ins, and administrators everything.
 * @param levels for a change of a person: the levels that the person has or had; none: nobody knows them
 */
export const levelToSee = (kind: AuditKind, levels: readonly number[]): number => {
  if (OF_THE_SCHOOL.has(kind)) return ADMIN_LEVEL;
  if (kind !== "person") return MANAGER_LEVEL;
  return levels.length > 0 ? Math.max(MANAGER_LEVEL, ...levels) : ADMIN_LEVEL;
};

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
