import { AUDIT_ACTIONS, AUDIT_KINDS } from "../../contract/audit.ts";
import type { MessageId } from "../../i18n/message-id.ts";
import { messagesBy } from "../../i18n/messages-by.ts";
import type { Text } from "../../i18n/use-text.ts";

export const KIND_NAMES = messagesBy(AUDIT_KINDS, (kind) => `staff-audit.kind-${kind}` as const);

export const ACTION_NAMES = messagesBy(
  AUDIT_ACTIONS,
  (action) => `staff-audit.action-${action}` as const,
);

/** What details are called. Others have the name of the setting or the field itself. */
const FIELD_NAMES: Readonly<Record<string, MessageId>> = {
  username: "staff-audit.field-username",
  level: "staff-audit.field-level",
  last_day: "staff-audit.field-last-day",
  courses: "staff-audit.kind-content",
  course: "staff-content.course",
  teaches: "staff-audit.field-teaches",
  fields: "staff-audit.field-fields",
  password: "staff-audit.field-password",
  second_factor: "staff-audit.field-second-factor",
  second_factor_removed: "staff-audit.field-second-factor-removed",
  recovery_codes: "staff-audit.field-recovery-codes",
  assignment: "staff-audit.field-assignment",
  state: "staff-audit.field-state",
  captions: "staff-audit.field-captions",
  seats: "staff-audit.field-seats",
  until: "staff-audit.field-until",
  value: "staff-audit.field-value",
  draft: "staff-audit.field-draft",
  bytes: "staff-audit.field-bytes",
  files: "staff-audit.field-files",
  rolled_back_to: "staff-audit.field-rolled-back-to",
  missing: "staff-audit.field-missing",
  by_mail: "staff-audit.field-by-mail",
  taken: "staff-audit.field-taken",
  version: "staff-audit.field-version",
  video: "staff-audit.field-video",
  mail_works: "staff-audit.field-mail-works",
  unlinked: "staff-audit.field-unlinked",
  secret: "staff-audit.field-secret",
};

/** What details are called in the changes of one kind, as the same word is another thing elsewhere. */
const FIELD_NAMES_OF: Readonly<Record<string, Readonly<Record<string, MessageId>>>> = {
  content: {
    lessons: "staff-audit.field-lessons",
    new: "staff-audit.field-new",
    changed: "staff-audit.field-lessons-changed",
    moved: "staff-audit.field-moved",
    removed: "staff-audit.field-lessons-removed",
    courses_removed: "staff-audit.field-courses-removed",
  },
  person: {
    added: "staff-audit.field-people-added",
    changed: "staff-audit.field-people-changed",
    invited: "staff-audit.field-people-invited",
  },
};

/** The values that stand for something, by field. */
const VALUE_NAMES: Readonly<Record<string, Readonly<Record<string, MessageId>>>> = {
  state: { accepted: "staff-audit.accepted", returned: "staff-audit.returned" },
  secret: { changed: "staff-audit.action-changed" },
  taken: { true: "staff-audit.yes", false: "staff-audit.no" },
  fields: {
    email: "staff-import.column-email",
    first_name: "staff-import.column-first_name",
    last_name: "staff-import.column-last_name",
  },
};

/** A word of the school in the person's language; what a newer school has besides stays as it is. */
const named = (names: Readonly<Record<string, MessageId>>, word: string, text: Text): string => {
  const id = Object.hasOwn(names, word) ? names[word] : undefined;
  return id ? text(id) : word;
};

export const kindName = (kind: string, text: Text): string => named(KIND_NAMES, kind, text);
export const actionName = (action: string, text: Text): string => named(ACTION_NAMES, action, text);
export const fieldName = (kind: string, field: string, text: Text): string =>
  named({ ...FIELD_NAMES, ...FIELD_NAMES_OF[kind] }, field, text);
export const valueName = (field: string, value: string, text: Text): string =>
  named(VALUE_NAMES[field] ?? {}, value, text);
