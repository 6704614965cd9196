import type { Generated, Insertable, Selectable } from "kysely";
import type { NewsMail } from "../../contract/news.ts";
import type { Actor, AuditAction, AuditKind } from "../../domain/audit.ts";
import type { NewsKind } from "../../domain/news.ts";
import type { Handle, Secret, SecretHash } from "../secrets.ts";
import type { StoredTables } from "./tables.ts";

/** What a mailed link is for: a forgotten password, or the first one. */
export type LinkPurpose = "password-reset" | "invitation";

export type JobState = "waiting" | "running" | "done" | "failed" | "stopped";

/** What the database does not know of the values in its columns. */
interface KnownValues {
  activation: { id: Secret; handle: Handle };
  audit: { actor: Actor["kind"]; action: AuditAction; kind: AuditKind };
  job: { state: JobState };
  link_mail: { purpose: LinkPurpose };
  measurement: { units: "cm" | "in" };
  message: { role: "student" | "tutor" };
  news: { kind: NewsKind };
  news_choice: { mail: NewsMail | null };
  openid_code: { hash: SecretHash };
  openid_session: { token_hash: SecretHash };
  push_device: { token_hash: SecretHash };
  reset_link: { hash: SecretHash; purpose: Generated<LinkPurpose> };
  second_step: {
    hash: SecretHash;
    purpose: "sign-in" | "set-up" | "passkey" | "totp" | "totp-done" | "totp-codes";
  };
  source_change: { actor: Actor["kind"] };
  source_version: { state: "draft" | "published"; actor: Actor["kind"] };
  token: { hash: SecretHash; handle: Handle };
  upload: { state: "uploaded" | "accepted" | "returned" };
}

type Narrowed<Columns, Known> = {
  [Column in keyof Columns]: Column extends keyof Known ? Known[Column] : Columns[Column];
};

type AllNarrowed = {
  [Table in keyof StoredTables]: Table extends keyof KnownValues
    ? Narrowed<StoredTables[Table], KnownValues[Table]>
    : StoredTables[Table];
};

/** The tables. `migrations/0001-baseline.ts` says what is in them. */
export interface Tables extends AllNarrowed {}

export type Account = Selectable<Tables["account"]>;
export type NewAccount = Insertable<Tables["account"]>;
export type MeasurementRow = Selectable<Tables["measurement"]>;
export type SavedDraftRow = Selectable<Tables["saved_draft"]>;
export type SerialNumberRow = Selectable<Tables["serial_number"]>;
export type ProgressRow = Selectable<Tables["progress"]>;
export type UploadRow = Selectable<Tables["upload"]>;

/** The `marked_file.position` of the recording. No file of a hand-in has such a position. */
export const VOICE_POSITION = 1000;
