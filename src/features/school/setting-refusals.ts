import type { SettingProblem } from "../../contract/staff-school.ts";
import type { MessageId } from "../../i18n/message-id.ts";
import type { Text } from "../../i18n/use-text.ts";
import { withSettingNames } from "./setting-names.ts";
import { type Fields, namesProvider } from "./typed-settings.ts";

/** Addresses that a setting may look like. */
const EXAMPLES: Readonly<Partial<Record<string, string>>> = {
  PUBLIC_URL: "https://school.example",
  SMTP_URL: "smtp://user@host:587",
  OPENID_ISSUER: "https://accounts.school.example",
};

/** What other settings must be. */
const RULES: readonly (readonly [names: RegExp, rule: MessageId])[] = [
  [/_KEPT_DAYS$/, "staff-school.rule-days"],
  [/^OPENID_COURSES_MONTHS$/, "staff-school.rule-months"],
  [/^OPENID_COURSES_UNTIL$/, "staff-people.day-wrong"],
  [/^OPENID_NAME$/, "staff-school.rule-short"],
  [/^OPENID_SCOPES$/, "staff-school.rule-scopes"],
  [/^UPLOADS_RESERVE$/, "staff-school.rule-percent"],
  [/^(ACCOUNT|WRITES|REQUESTS)_/, "staff-school.rule-number"],
];

/** Why a setting is refused, and what to do, in the words of the form. */
export const refusalWords = (
  text: Text,
  { name, code, message }: SettingProblem,
  fields: Fields,
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
