import type { Kysely } from "kysely";
import type { SettingRefusal } from "../../../contract/staff-school.ts";
import type { Actor } from "../../../domain/audit.ts";
import {
  groupOfSetting,
  MAX_SETTING_LENGTH,
  type SchoolSetting,
  SETTING_GROUPS,
} from "../../../domain/school-setting.ts";
import { recordChange } from "../../audit/record-change.ts";
import type { Tables } from "../../db/schema.ts";
import { decodeVariables, type Environment } from "./environment.ts";
import { shownValue } from "./list-settings.ts";
import { isFixed } from "./live-settings.ts";
import { readStoredSettings, type StoredSettings, storeSetting } from "./stored-settings.ts";

/** New values by name; null: the setting goes back to its default. */
type SettingChanges = Readonly<Partial<Record<SchoolSetting, string | null>>>;

/** Why settings were not changed. */
export interface SettingProblem {
  readonly name: SchoolSetting;
  readonly code: SettingRefusal;
  /** A sentence. */
  readonly message: string;
}

/**
 * What may stand after the `?` of SMTP_URL. Other options of nodemailer start a program, read files or lead to
 * another server, so only the environment sets them.
 */
const MAIL_OPTIONS: ReadonlySet<string> = new Set([
  "name",
  "requireTLS",
  "ignoreTLS",
  "authMethod",
  "tls.rejectUnauthorized",
]);

const hasOtherOptions = (address: string): boolean =>
  [...(URL.parse(address)?.searchParams.keys() ?? [])].some((name) => !MAIL_OPTIONS.has(name));

const entriesOf = (changes: SettingChanges) =>
  Object.entries(changes) as [SchoolSetting, string | null][];

/**
 * What is wrong with the settings after a change.
 * @param after all that administrators have changed then
 */
export const settingProblems = (
  environment: Environment,
  changes: SettingChanges,
  after: StoredSettings,
): SettingProblem[] => {
  const found: SettingProblem[] = [];
  for (const [name, value] of entriesOf(changes)) {
    if (isFixed(environment, name)) {
      found.push({
        name,
        code: "fixed",
        message: `${name} is set in the environment: change it there.`,
      });
    }
    if ((value ?? "").length > MAX_SETTING_LENGTH || /\p{Cc}/u.test(value ?? "")) {
      const message = `${name} must be one line of at most ${MAX_SETTING_LENGTH} characters.`;
      found.push({ name, code: "line", message });
    }
    if (name === "SMTP_URL" && hasOtherOptions(value ?? "")) {
      const options = [...MAIL_OPTIONS].join(", ");
      const message = `SMTP_URL may have the options ${options}. Set others in the environment.`;
      found.push({ name, code: "options", message });
    }
  }
  if (found.length > 0) return found;
  const decoded = decodeVariables(after);
  if (decoded.ok) return [];
  const first = entriesOf(changes)[0]?.[0] ?? "PUBLIC_URL";
  return decoded.failure.flatMap(({ name, message }): SettingProblem[] => {
    // Rules about several settings name none. They are about the form that has been changed.
    const own = (name ?? SETTING_GROUPS[groupOfSetting(first)][0]) as SchoolSetting;
    if (name === null) return [{ name: own, code: "together", message }];
    return Object.hasOwn(changes, name) ? [{ name: own, code: "value", message }] : [];
  });
};

/**
 * Changes settings of the school, all or none, and records who did; call within a write, after
 * `lockSettings`. Servers that are running use them within seconds.
 * @returns what is wrong, and then nothing is changed
 */
export const changeSettings = async (
  db: Kysely<Tables>,
  environment: Environment,
  actor: Actor,
  now: number,
  changes: SettingChanges,
): Promise<SettingProblem[]> => {
  const before = await readStoredSettings(db);
  const changed = entriesOf(changes)
    .map(([name, value]) => [name, value?.trim() || null] as const)
    .filter(([name, value]) => (before[name] ?? null) !== value);
  const after = Object.fromEntries(
    Object.entries({ ...before, ...Object.fromEntries(changed) }).filter(
      ([, value]) => value !== null,
    ),
  ) as StoredSettings;
  const problems = settingProblems(environment, Object.fromEntries(changed), after);
  if (problems.length > 0) return problems;
  for (const [name, value] of changed) {
    await storeSetting(db, name, value);
    const from = shownValue(name, before[name] ?? "");
    const to = shownValue(name, value ?? "");
    await recordChange(db, now, {
      actor,
      action: "changed",
      kind: "setting",
      subject: name,
      name,
      details: {
        value: [from.value, to.value],
        ...(from.value === to.value && { secret: "changed" }),
      },
    });
  }
  return [];
};
