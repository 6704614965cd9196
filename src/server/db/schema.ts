import type { Insertable, Selectable } from "kysely";
import type { AccountTable, AccountTables } from "./account-tables.ts";
import type { ContentTables } from "./content-tables.ts";
import type { DeskTables } from "./desk-tables.ts";
import type { DesktopTables, SerialNumberTable } from "./desktop-tables.ts";
import type { NewsTables } from "./news-tables.ts";
import type { SchoolTables } from "./school-tables.ts";
import type { SourceTables } from "./source-tables.ts";
import type { StaffTables } from "./staff-tables.ts";
import type { MeasurementTable, ProgressTable, StudyTables, UploadTable } from "./study-tables.ts";

/**
 * The tables. Times are milliseconds since 1970, dates `YYYY-MM-DD`, booleans 0 and 1, and
 * structured values JSON text, because both databases store these alike.
 */
export interface Tables
  extends SchoolTables,
    AccountTables,
    ContentTables,
    SourceTables,
    StudyTables,
    DeskTables,
    NewsTables,
    StaffTables,
    DesktopTables {}

export type Account = Selectable<AccountTable>;
export type NewAccount = Insertable<AccountTable>;
export type MeasurementRow = Selectable<MeasurementTable>;
export type SerialNumberRow = Selectable<SerialNumberTable>;
export type ProgressRow = Selectable<ProgressTable>;
export type UploadRow = Selectable<UploadTable>;
