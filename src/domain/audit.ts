/** What a change of the school is about. */
export const AUDIT_KINDS = [
  "person",
  "content",
  "lesson",
  "announcement",
  "term",
  "question",
  "hand-in",
  "setting",
  "site",
  "serial",
  "licence",
  "key",
  "backup",
] as const;

export type AuditKind = (typeof AUDIT_KINDS)[number];

/** What was done. */
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
  "published",
  "rolled-back",
  "answered",
  "answer-taken-back",
  "revoked",
  "signed",
] as const;

export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** Who changes something: a person of the school, somebody at the command line, or the school by itself. */
export type Actor =
  | { readonly kind: "person"; readonly id: number; readonly name: string }
  | { readonly kind: "command" }
  | { readonly kind: "school" };
