import { isSchoolSetting, type SchoolSetting } from "../../domain/school-setting.ts";
import type { MessageId } from "../../i18n/message-id.ts";
import type { Text } from "../../i18n/use-text.ts";

/** What people call each setting. */
export const SETTING_NAMES: Readonly<Record<SchoolSetting, MessageId>> = {
  PUBLIC_URL: "staff-school.PUBLIC_URL",
  SMTP_URL: "staff-school.SMTP_URL",
  ONE_DEVICE: "staff-school.ONE_DEVICE",
  SECOND_FACTOR: "staff-school.SECOND_FACTOR",
  OPENID_ISSUER: "staff-school.OPENID_ISSUER",
  OPENID_CLIENT_ID: "staff-school.OPENID_CLIENT_ID",
  OPENID_CLIENT_SECRET: "staff-school.OPENID_CLIENT_SECRET",
  OPENID_NAME: "staff-school.OPENID_NAME",
  OPENID_SCOPES: "staff-school.OPENID_SCOPES",
  OPENID_PEOPLE: "staff-school.OPENID_PEOPLE",
  OPENID_LEVEL_CLAIM: "staff-school.OPENID_LEVEL_CLAIM",
  OPENID_COURSES_CLAIM: "staff-school.OPENID_COURSES_CLAIM",
  OPENID_COURSES_MONTHS: "staff-school.OPENID_COURSES_MONTHS",
  OPENID_COURSES_UNTIL: "staff-school.OPENID_COURSES_UNTIL",
  ACCOUNT_STORAGE_MB: "staff-school.ACCOUNT_STORAGE_MB",
  ACCOUNT_MESSAGES: "staff-school.ACCOUNT_MESSAGES",
  ACCOUNT_HAND_INS: "staff-school.ACCOUNT_HAND_INS",
  ACCOUNT_NOTES: "staff-school.ACCOUNT_NOTES",
  ACCOUNT_TABLES: "staff-school.ACCOUNT_TABLES",
  WRITES_PER_MINUTE: "staff-school.WRITES_PER_MINUTE",
  REQUESTS_AT_ONCE: "staff-school.REQUESTS_AT_ONCE",
  UPLOADS_RESERVE: "staff-school.UPLOADS_RESERVE",
  CONTENT_KEPT_DAYS: "staff-school.CONTENT_KEPT_DAYS",
  AUDIT_KEPT_DAYS: "staff-school.AUDIT_KEPT_DAYS",
};

/** What the school says of settings, in the words of the form: it names them as the server's environment does. */
export const withSettingNames = (text: Text, reason: string): string =>
  reason.replace(/\b[A-Z]+(?:_[A-Z]+)+\b/g, (word) =>
    isSchoolSetting(word) ? `“${text(SETTING_NAMES[word])}”` : word,
  );

/** Settings that are one of a few words. */
export const CHOICES: Readonly<
  Partial<Record<string, readonly (readonly [value: string, name: MessageId])[]>>
> = {
  ONE_DEVICE: [
    ["everyone", "staff-school.device-everyone"],
    ["students", "staff-school.device-students"],
    ["nobody", "staff-school.device-nobody"],
  ],
  SECOND_FACTOR: [
    ["optional", "staff-school.factor-optional"],
    ["staff", "staff-school.factor-staff"],
  ],
  OPENID_PEOPLE: [
    ["match", "staff-school.people-match"],
    ["create", "staff-school.people-create"],
  ],
};

/** Settings that are numbers. */
export const isNumber = (name: string): boolean =>
  /^(ACCOUNT|WRITES|REQUESTS|UPLOADS|CONTENT|AUDIT)_|_MONTHS$/.test(name);
