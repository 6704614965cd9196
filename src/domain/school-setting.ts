/**
 * The settings that administrators change while the school is served, by the form that they belong to.
 * Whatever opens ports, files or the database is a setting of the machine alone.
 */
export const SETTING_GROUPS = {
  address: ["PUBLIC_URL"],
  mail: ["SMTP_URL"],
  "sign-in": ["ONE_DEVICE", "SECOND_FACTOR"],
  openid: [
    "OPENID_ISSUER",
    "OPENID_CLIENT_ID",
    "OPENID_CLIENT_SECRET",
    "OPENID_NAME",
    "OPENID_SCOPES",
    "OPENID_PEOPLE",
    "OPENID_LEVEL_CLAIM",
    "OPENID_COURSES_CLAIM",
    "OPENID_COURSES_MONTHS",
    "OPENID_COURSES_UNTIL",
  ],
  limits: [
    "ACCOUNT_STORAGE_MB",
    "ACCOUNT_MESSAGES",
    "ACCOUNT_HAND_INS",
    "ACCOUNT_NOTES",
    "ACCOUNT_TABLES",
    "WRITES_PER_MINUTE",
    "REQUESTS_AT_ONCE",
    "UPLOADS_RESERVE",
  ],
  kept: ["CONTENT_KEPT_DAYS", "AUDIT_KEPT_DAYS"],
  backups: ["BACKUP_TIMES", "BACKUP_HOUR", "BACKUPS_KEPT"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type SettingGroup = keyof typeof SETTING_GROUPS;

/** The name of a setting that administrators change. */
export type SchoolSetting = (typeof SETTING_GROUPS)[SettingGroup][number];

export const SCHOOL_SETTINGS: readonly SchoolSetting[] = Object.values(SETTING_GROUPS).flat();

export const isSettingGroup = (text: string): text is SettingGroup =>
  Object.hasOwn(SETTING_GROUPS, text);

export const isSchoolSetting = (text: string): text is SchoolSetting =>
  (SCHOOL_SETTINGS as readonly string[]).includes(text);

/** The form that a setting belongs to. */
export const groupOfSetting = (name: SchoolSetting): SettingGroup =>
  (Object.keys(SETTING_GROUPS) as SettingGroup[]).find((group) =>
    (SETTING_GROUPS[group] as readonly string[]).includes(name),
  ) ?? "address";

/** What a new school needs, in the order in which it is done. */
export const FIRST_STEPS = ["name", "mail", "address", "course", "people", "backup"] as const;

export type FirstStep = (typeof FIRST_STEPS)[number];

/** When the school makes backups by itself. */
export const BACKUP_TIMES = [
  "never",
  "daily",
  "monday",
  "tuesday",
  "wednesday",
  "thursday",
  "friday",
  "saturday",
  "sunday",
] as const;

export type BackupTimes = (typeof BACKUP_TIMES)[number];

/** The longest value, in characters. */
export const MAX_SETTING_LENGTH = 2000;
