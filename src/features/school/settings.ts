import type { Texts } from "../../app-context/typed-form.tsx";
import type { SettingProblem, SettingsGroup } from "../../contract/staff-school.ts";
import { BACKUP_TIMES, isSchoolSetting } from "../../domain/school-setting.ts";
import type { MessageId } from "../../i18n/message-id.ts";
import type { Text } from "../../i18n/use-text.ts";
import type { TypedSettings } from "./school-service.ts";

/** What the school says of settings, in the words of the form: it names them as the server's environment does. */
const withSettingNames = (text: Text, reason: string): string =>
  reason.replace(/\b[A-Z]+(?:_[A-Z]+)+\b/g, (word) =>
    isSchoolSetting(word) ? `“${text(`staff-school.setting-${word}`)}”` : word,
  );

/** Settings that are one of a few words. */
const CHOICES: Readonly<
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

const HOURS = 24;

/** The values that a setting may have, with their names; null for one that is typed. */
export const choicesOf = (
  name: string,
  text: Text,
  locale: string,
): readonly (readonly [value: string, name: string])[] | null => {
  // The first of January 2024 is a Monday.
  const format = (options: Intl.DateTimeFormatOptions, day: number, hour = 0) =>
    new Intl.DateTimeFormat(locale, options).format(new Date(2024, 0, day, hour));
  if (name === "BACKUP_HOUR") {
    return Array.from({ length: HOURS }, (_, hour) => [
      String(hour),
      format({ timeStyle: "short" }, 1, hour),
    ]);
  }
  if (name === "BACKUP_TIMES") {
    const [never, daily, ...weekdays] = BACKUP_TIMES;
    return [
      [never, text("staff-school.backup-never")],
      [daily, text("staff-school.backup-daily")],
      ...weekdays.map((value, at): [string, string] => {
        const day = format({ weekday: "long" }, 1 + at);
        return [value, text("staff-school.backup-weekly", { day })];
      }),
    ];
  }
  return CHOICES[name]?.map(([value, title]) => [value, text(title)] as const) ?? null;
};

export const isNumber = (name: string): boolean =>
  /^(ACCOUNT|WRITES|REQUESTS|UPLOADS|CONTENT|AUDIT|BACKUPS)_|_MONTHS$/.test(name);

/** The field in which a secret is typed that is not shown. */
export const secretField = (name: string): string => `secret ${name}`;

/** Settings that are secret as a whole. */
export const isSecret = (name: string): boolean => name === "OPENID_CLIENT_SECRET";

/** Whether the form names a provider and the school's client there, without which there is nothing to try. */
export const namesProvider = ({ OPENID_ISSUER, OPENID_CLIENT_ID }: Texts): boolean =>
  Boolean(OPENID_ISSUER?.trim() && OPENID_CLIENT_ID?.trim());

/** What the fields show at first: nothing for a default, which the placeholder has. */
export const fieldsOf = ({ settings }: SettingsGroup): Texts =>
  Object.fromEntries(
    settings.map(({ name, value, from }) => [name, from === "default" ? "" : value]),
  );

/** The body of the call that saves the form: what has been changed in it. */
export const bodyOf = (group: SettingsGroup, fields: Texts): TypedSettings => {
  const before = fieldsOf(group);
  const free = group.settings.filter(({ from }) => from !== "environment");
  const values = free
    .filter(({ name }) => !isSecret(name) && fields[name] !== before[name])
    .map(({ name }) => ({ name, value: fields[name]?.trim() || null }));
  const secrets = free.flatMap(({ name }) => {
    const value = fields[secretField(name)] ?? "";
    return value === "" ? [] : [{ name, value }];
  });
  // A password alone is for the address that is there already.
  const withAddress = secrets
    .filter(({ name }) => !isSecret(name) && !values.some((one) => one.name === name))
    .map(({ name }) => ({ name, value: fields[name]?.trim() || null }));
  return { replaces: group.version, values: [...values, ...withAddress], secrets };
};

/** Addresses that a setting may look like. */
const EXAMPLES: Readonly<Partial<Record<string, string>>> = {
  PUBLIC_URL: "https://school.example",
  OPENID_ISSUER: "https://accounts.school.example",
};

/** What other settings must be. */
const RULES: readonly (readonly [names: RegExp, rule: MessageId])[] = [
  [/_KEPT_DAYS$/, "staff-school.rule-days"],
  [/^SMTP_URL$/, "staff-school.rule-mail"],
  [/^OPENID_COURSES_MONTHS$/, "staff-school.rule-months"],
  [/^OPENID_COURSES_UNTIL$/, "staff-people.day-wrong"],
  [/^OPENID_NAME$/, "staff-school.rule-short"],
  [/^OPENID_SCOPES$/, "staff-school.rule-scopes"],
  [/^BACKUPS_KEPT$/, "staff-school.rule-backups"],
  [/^UPLOADS_RESERVE$/, "staff-school.rule-percent"],
  [/^(ACCOUNT|WRITES|REQUESTS)_/, "staff-school.rule-number"],
];

/** Why a setting is refused, and what to do, in the words of the form. */
export const refusalWords = (
  text: Text,
  { name, code, message }: SettingProblem,
  fields: Texts,
): string => {
  if (code === "password") return text("staff-school.rule-password");
  if (code === "together" && name.startsWith("OPENID_")) {
    return text(namesProvider(fields) ? "staff-school.rule-either" : "staff-school.try-fill");
  }
  const example = code === "value" && EXAMPLES[name];
  if (example) return text("staff-school.rule-address", { example });
  const rule = code === "value" && RULES.find(([names]) => names.test(name))?.[1];
  if (rule) return text(rule);
  return text("staff-school.refused", { reason: withSettingNames(text, message) });
};
