import * as v from "valibot";
import { call } from "./call.ts";
import { defineList, pageQuery } from "./list.ts";
import { cursor } from "./page.ts";
import { schoolCourse } from "./staff-people.ts";
import { type DeepReadonly, date, flag, id, list, text, withDefault } from "./wire.ts";

/*
 * The school itself at the staff's desk, only at our school and for administrators (403 for others): settings,
 * mail, accounts of a provider, sites, serial numbers, backups, and what is to be done.
 */

/** The longest value of a setting, a note or an address that a call takes. */
const MAX_TEXT = 2_000;
const shortText = v.pipe(v.string(), v.maxLength(MAX_TEXT));

const setting = v.object({
  /** Such as `SMTP_URL`. */
  name: v.string(),
  /** Without what is secret in it. */
  value: text,
  has_secret: flag,
  from: v.picklist(["environment", "school", "default"]),
});

export type SentSetting = DeepReadonly<v.InferOutput<typeof setting>>;

/** The settings of one form. */
const group = v.object({
  name: v.string(),
  /** Identifies the values, as they are now. */
  version: v.string(),
  settings: v.array(setting),
});

export type SettingsGroup = DeepReadonly<v.InferOutput<typeof group>>;

const site = v.object({
  origin: v.string(),
  /** Whether the environment sets it, so that nobody can remove it here. */
  fixed: flag,
});

const lastBackup = v.object({
  at: date,
  bytes: v.number(),
  /** The number of files that were missing or damaged. */
  missing: v.number(),
});

const schoolSettings = v.object({
  /** What a new school needs, and whether it is done. */
  first_steps: list(v.object({ name: v.string(), done: flag })),
  groups: v.array(group),
  /** Settings that nobody changes while the school is served. */
  machine: v.array(setting),
  sites: v.array(site),
  /** What to allow at a provider of accounts. */
  redirect_uri: text,
  sign_out_uri: text,
  last_backup: withDefault(lastBackup, null),
  /** Those that can be fetched, the latest first. */
  backups: list(
    v.object({
      /** Whose file it is. */
      job: id,
      at: date,
      bytes: v.number(),
      missing: v.number(),
      /** Whether the school has made it by its schedule. */
      scheduled: flag,
    }),
  ),
  /** Why the latest attempt failed, as a code such as `backup/no_room`. */
  backup_failed: withDefault(v.object({ at: date, problem: text }), null),
  /** When the school makes the next one by itself. */
  next_backup: date,
  /** The public key that verifies licences and releases. */
  public_key: text,
});

export type SchoolSettings = DeepReadonly<v.InferOutput<typeof schoolSettings>>;

/** All settings, with what the machine sets. */
export const getSchoolSettings = call.get("/staff/school", { level: 100, answer: schoolSettings });

/**
 * Why a setting is refused: its value is against its own rule; several do not go together; the environment sets it;
 * the mail server's address has an option that is not for administrators; it is no single short line; or its password
 * has to be typed again.
 */
const SETTING_REFUSALS = ["value", "together", "fixed", "options", "line", "password"] as const;

export type SettingRefusal = (typeof SETTING_REFUSALS)[number];

/** Why the school refuses a setting; `message` is a sentence in English. */
const settingProblem = v.object({
  name: v.string(),
  code: v.picklist(SETTING_REFUSALS),
  message: text,
});

export type SettingProblem = DeepReadonly<v.InferOutput<typeof settingProblem>>;

/**
 * Changes the settings of a form, all or none. `value` null: the default. A secret that is not sent stays, as
 * long as it still goes to the same account of the same server. What is wrong comes with 200 and the problems,
 * and nothing is changed. 404 for an unknown form; 409 `setting/changed` if others have changed it meanwhile;
 * 409 `second_factor/not_set_up` for an administrator who would shut themselves out.
 */
export const putSchoolSettings = call.put("/staff/school/settings/:group", {
  level: 100,
  body: v.object({
    replaces: v.string(),
    values: v.array(v.object({ name: shortText, value: v.nullable(shortText) })),
    /** Passwords by the name of their setting. */
    secrets: v.array(v.object({ name: shortText, value: shortText })),
  }),
  answer: v.object({
    problems: v.array(settingProblem),
    group,
  }),
});

/** Sends a mail to the caller, to try the mail server. 429 after five in a quarter of an hour. */
export const sendTestMail = call.post("/staff/school/test-mail", {
  level: 100,
  answer: v.object({
    to: text,
    taken: flag,
    /** What the mail server has answered; empty where none is set, so that no mail was sent. */
    answer: text,
  }),
});

/** Lets a site show the app. 422 unless it is the address of a whole site. */
export const postSite = call.post("/staff/school/sites", {
  level: 100,
  body: v.object({ address: shortText }),
  answer: v.object({ sites: v.array(site) }),
});

/** Lets a site no longer show the app. 404 `site/not_found`; 409 `setting/fixed` for one of the environment. */
export const deleteSite = call.delete("/staff/school/sites", {
  level: 100,
  query: ["origin"],
  answer: v.object({ sites: v.array(site) }),
});

const serial = v.object({
  serial: v.string(),
  name: text,
  seats: v.number(),
  taken: v.number(),
  /** The number of seats that were taken by a licence file, and the last day of these. */
  by_file: v.number(),
  until: date,
  /** Keys of courses; null: all of the school, or of its owner. */
  courses: withDefault(list(v.string()), null),
  revoked: flag,
  created: date,
  /** The student whose own it is; empty: it was issued. */
  username: text,
  registered_by: text,
});

export type SentSerial = DeepReadonly<v.InferOutput<typeof serial>>;

export const SERIALS_LIST = defineList({ filters: { search: "words" } });

/** A page of serial numbers, the latest first. `search`: words of the note, a username, or the number. */
export const getSerials = call.get("/staff/school/serials", {
  level: 100,
  query: pageQuery(SERIALS_LIST),
  answer: v.object({ serials: v.array(serial), courses: list(schoolCourse), cursor }),
});

/** Issues a serial number. `courses`: keys; empty for all. */
export const postSerial = call.post("/staff/school/serials", {
  level: 100,
  body: v.object({
    name: v.pipe(v.string(), v.maxLength(100)),
    seats: v.number(),
    courses: v.array(shortText),
  }),
  answer: v.object({ serial: v.string() }),
});

/** Revokes a serial number. 404 `licence/unknown_serial`. */
export const revokeSerial = call.post("/staff/school/serials/:serial/revoke", {
  level: 100,
  answer: v.object({ changed: flag }),
});

/** Orders a backup, as a job of the kind `backup` that makes a file. */
export const postBackup = call.post("/staff/school/backups", {
  level: 100,
  answer: v.object({ job: id }),
});

const finding = v.object({
  check: v.string(),
  state: v.picklist(["fine", "warning", "wrong"]),
  /** The id of its message. */
  code: v.string(),
  values: v.array(v.object({ name: v.string(), value: text })),
});

export type SentFinding = DeepReadonly<v.InferOutput<typeof finding>>;

/** Checks the school, which takes some seconds. */
export const getFindings = call.get("/staff/school/doctor", {
  level: 100,
  answer: v.object({ findings: v.array(finding) }),
});
