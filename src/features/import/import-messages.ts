import type { PeopleColumn, RowProblem } from "../../contract/staff-import.ts";
import type { MessageId } from "../../i18n/message-id.ts";
import type { ImportFailure } from "./people-import.ts";

export const columnMessages = {
  username: "staff-import.column-username",
  email: "staff-import.column-email",
  first_name: "staff-import.column-first_name",
  last_name: "staff-import.column-last_name",
  level: "staff-import.column-level",
  language: "staff-import.column-language",
  last_day: "staff-import.column-last_day",
  courses: "staff-import.column-courses",
  from: "staff-import.column-from",
  until: "staff-import.column-until",
  months: "staff-import.column-months",
  teaches: "staff-import.column-teaches",
} as const satisfies Record<PeopleColumn, MessageId>;

export const rowProblemMessages = {
  above: "staff-import.row-above",
  "ambiguous-date": "staff-import.row-ambiguous-date",
  "bad-date": "staff-import.row-bad-date",
  "bad-email": "staff-import.row-bad-email",
  "bad-language": "staff-import.row-bad-language",
  "bad-level": "staff-import.row-bad-level",
  "bad-months": "staff-import.row-bad-months",
  "bad-username": "staff-import.row-bad-username",
  control: "staff-import.row-control",
  "days-without-course": "staff-import.row-days-without-course",
  "email-missing": "staff-import.row-email-missing",
  "email-taken": "staff-import.row-email-taken",
  "ends-before": "staff-import.row-ends-before",
  "last-administrator": "staff-import.row-last-administrator",
  "level-too-high": "staff-import.row-level-too-high",
  "lists-differ": "staff-import.row-lists-differ",
  "months-and-until": "staff-import.row-months-and-until",
  "odd-letters": "staff-import.row-odd-letters",
  nobody: "staff-import.row-nobody",
  "too-long": "staff-import.row-too-long",
  twice: "staff-import.row-twice",
  "unknown-course": "staff-import.row-unknown-course",
  "username-taken": "staff-import.row-username-taken",
} as const satisfies Record<RowProblem, MessageId>;

/** Why a table cannot be checked or imported, by the problems of its job. */
export const importProblemMessages: Readonly<Record<string, MessageId>> = {
  "import/bad_rows": "staff-import.bad-rows",
  "import/no_file": "staff-import.gone",
  "import/no_names": "staff-import.no-names",
  "import/not_allowed": "staff-import.not-allowed",
  "import/overtaken": "staff-import.overtaken",
  "table/damaged": "staff-import.table-damaged",
  "table/empty": "staff-import.table-empty",
  "table/encrypted": "staff-import.table-encrypted",
  "table/long_cell": "staff-import.table-long-cell",
  "table/no_workbook": "staff-import.table-not-a-table",
  "table/not_a_table": "staff-import.table-not-a-table",
  "table/old_excel": "staff-import.table-old-excel",
  "table/quote_not_closed": "staff-import.table-quote",
  "table/too_large": "staff-import.table-too-large",
  "table/too_many_columns": "staff-import.table-too-many-columns",
  "table/too_many_rows": "staff-import.table-too-many-rows",
  "table/unknown_compression": "staff-import.table-unknown-compression",
  "table/wrong_encoding": "staff-import.table-wrong-encoding",
};

/** Why a table was not taken. */
export const importFailureMessages = {
  "too-large": "staff-import.too-large",
  "too-many-jobs": "staff-import.too-many-jobs",
  gone: "staff-import.gone",
  "not-sent": "staff-import.not-sent",
} as const satisfies Record<ImportFailure, MessageId>;
