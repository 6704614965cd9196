import type { Kysely } from "kysely";
import type * as v from "valibot";
import type { SentAnswer } from "../../contract/call.ts";
import type { getSchoolSettings, putSchoolSettings } from "../../contract/staff-school.ts";
import {
  FIRST_STEPS,
  type FirstStep,
  isSettingGroup,
  type SchoolSetting,
  SETTING_GROUPS,
  type SettingGroup,
} from "../../domain/school-setting.ts";
import { CALLBACK } from "../accounts/openid/flow-cookie.ts";
import {
  endSessionsOfStaff,
  hasSecondFactor,
} from "../accounts/second-factor/second-factor-rows.ts";
import type { SignedIn } from "../accounts/session/tokens.ts";
import { exportPublicKey, licenceKey } from "../activation/licences.ts";
import { readLastBackup } from "../backup/last-backup.ts";
import { backupTime, readBackups } from "../backup/scheduled-backups.ts";
import type { Tables } from "../db/schema.ts";
import { administratorActor } from "../people/staff-context.ts";
import { HttpProblem, invalid } from "../problem.ts";
import type { Services } from "../services.ts";
import { ownOrganisation } from "./own-organisation.ts";
import { readSchoolDays } from "./school-days.ts";
import { changeSettings, type SettingProblem } from "./settings/change-settings.ts";
import {
  isSameAccount,
  type ListedSetting,
  listMachineSettings,
  listSetting,
  passwordOf,
  withPassword,
} from "./settings/list-settings.ts";
import {
  lockSettings,
  readStoredSettings,
  type StoredSettings,
} from "./settings/stored-settings.ts";
import { readSites } from "./sites.ts";

/** What a new school needs, and whether it is done. */
const firstSteps = async ({
  database: { read },
  settings: { current },
  catalogue,
}: Pick<Services, "database" | "settings" | "catalogue">): Promise<
  { readonly name: FirstStep; readonly done: boolean }[]
> => {
  const school = await ownOrganisation(read).select("name").executeTakeFirst();
  const student = await read
    .selectFrom("account")
    .select("id")
    .where("level", "=", 0)
    .limit(1)
    .executeTakeFirst();
  const courses = [...catalogue.current.courses.values()];
  const isDone: Record<FirstStep, boolean> = {
    name: (school?.name ?? "").trim() !== "",
    mail: current.smtpUrl !== null,
    address: current.publicUrl !== null,
    course: courses.some(({ course }) => course.lessonsOrder.length > 0),
    people: student !== undefined,
    backup: current.backupTimes !== "never" || (await readLastBackup(read)) !== null,
  };
  return FIRST_STEPS.map((name) => ({ name, done: isDone[name] }));
};

type SentGroup = SentAnswer<typeof getSchoolSettings>["groups"][number];

const sentSetting = ({ name, value, hasSecret, from }: ListedSetting) => ({
  ...{ name, value, from },
  has_secret: hasSecret,
});

/** A form with its values, and their version. */
const groupOf = (
  { settings: { environment }, keyedHash }: Pick<Services, "settings" | "keyedHash">,
  stored: StoredSettings,
  name: SettingGroup,
): SentGroup => {
  const names = SETTING_GROUPS[name];
  return {
    name,
    // The values have secrets, so nobody may be able to guess them by their hash.
    version: keyedHash("settings", JSON.stringify(names.map((one) => stored[one] ?? null))),
    settings: names.map((one) => sentSetting(listSetting(environment, stored, one))),
  };
};

/** The sites that may show the app: those of the environment, and those that can be removed. */
export const sentSites = async ({
  database,
  settings,
}: Pick<Services, "database" | "settings">) => [
  ...settings.environment.allowedOrigins.map((origin) => ({ origin, fixed: true })),
  ...(await readSites(database.read)).map((origin) => ({ origin, fixed: false })),
];

const sentTime = (time: number): string => new Date(time).toISOString();

/** All that the screen of the school shows at first. */
export const schoolSettings = async (
  services: Services,
): Promise<SentAnswer<typeof getSchoolSettings>> => {
  const { database, settings, publicUrl, clock } = services;
  const stored = await readStoredSettings(database.read);
  const last = await readLastBackup(database.read);
  const { kept, failed } = await readBackups(database.read);
  const days = await readSchoolDays(database.read);
  const next = backupTime(settings.current, days, clock(), 1);
  return {
    first_steps: await firstSteps(services),
    groups: (Object.keys(SETTING_GROUPS) as SettingGroup[]).map((name) =>
      groupOf(services, stored, name),
    ),
    machine: listMachineSettings(settings.environment).map(sentSetting),
    sites: await sentSites(services),
    redirect_uri: `${publicUrl()}${CALLBACK}`,
    sign_out_uri: `${publicUrl()}/tls/`,
    last_backup: last && { ...last, at: sentTime(last.at) },
    backups: kept.map(({ isScheduled, at, ...backup }) => ({
      ...{ ...backup, at: sentTime(at), scheduled: isScheduled },
    })),
    backup_failed: failed && { ...failed, at: sentTime(failed.at) },
    next_backup: next === null ? null : sentTime(next),
    public_key: exportPublicKey(await licenceKey(database)),
  };
};

type Body = v.InferOutput<NonNullable<typeof putSchoolSettings.body>>;
type Values = Partial<Record<SchoolSetting, string | null>>;

/** The names that may stand in a form. @throws HttpProblem 422 for others */
const valuesOf = (group: SettingGroup, { values, secrets }: Body) => {
  const names: readonly string[] = SETTING_GROUPS[group];
  for (const { name } of [...values, ...secrets]) {
    if (!names.includes(name)) throw invalid("values", "must be settings of this form");
  }
  return {
    values: Object.fromEntries(values.map(({ name, value }) => [name, value])) as Values,
    secrets: Object.fromEntries(secrets.map(({ name, value }) => [name, value])) as Partial<
      Record<SchoolSetting, string>
    >,
  };
};

const again = (name: SchoolSetting): SettingProblem => ({
  name,
  code: "password",
  message: "Type the password again: it was given for another account or server.",
});

/** The address of the mail server with the password that was typed, or with the kept one. */
const mailServer = (
  { values, secrets }: ReturnType<typeof valuesOf>,
  { SMTP_URL: before = "" }: StoredSettings,
): { changes: Values; problems: SettingProblem[] } => {
  const address = values.SMTP_URL;
  if (!address || passwordOf(address) !== "") return { changes: values, problems: [] };
  if (secrets.SMTP_URL) {
    return { changes: { SMTP_URL: withPassword(address, secrets.SMTP_URL) }, problems: [] };
  }
  const kept = passwordOf(before);
  if (kept === "") return { changes: values, problems: [] };
  if (isSameAccount(before, address)) {
    return { changes: { SMTP_URL: withPassword(address, kept) }, problems: [] };
  }
  // A server for which no name is given asks for no password.
  const hasName = (URL.parse(address)?.username ?? "") !== "";
  return { changes: values, problems: hasName ? [again("SMTP_URL")] : [] };
};

/** The settings of the provider with the secret that was typed, or with the kept one. */
const provider = (
  { values, secrets }: ReturnType<typeof valuesOf>,
  stored: StoredSettings,
): { changes: Values; problems: SettingProblem[] } => {
  const { OPENID_CLIENT_SECRET: _, ...others } = values;
  const typed = secrets.OPENID_CLIENT_SECRET;
  if (typed) return { changes: { ...others, OPENID_CLIENT_SECRET: typed }, problems: [] };
  const isOff = values.OPENID_ISSUER === null || values.OPENID_ISSUER === "";
  if (isOff) return { changes: { ...others, OPENID_CLIENT_SECRET: null }, problems: [] };
  const isOther = (["OPENID_ISSUER", "OPENID_CLIENT_ID"] as const).some(
    (name) => values[name] !== undefined && values[name] !== (stored[name] ?? ""),
  );
  const mustType = isOther && stored.OPENID_CLIENT_SECRET !== undefined;
  return { changes: others, problems: mustType ? [again("OPENID_CLIENT_SECRET")] : [] };
};

/** Whether somebody keeps the session when a second factor is asked for from now on. */
const staysSignedIn = async (
  db: Kysely<Tables>,
  { accountId, tokenHash }: SignedIn,
): Promise<boolean> => {
  if (await hasSecondFactor(db, accountId)) return true;
  const fromProvider = db
    .selectFrom("openid_session")
    .select("token_hash")
    .where("token_hash", "=", tokenHash);
  return (await fromProvider.executeTakeFirst()) !== undefined;
};

/**
 * Changes the settings of a form.
 * @throws HttpProblem 403, 404, 409, 422
 */
export const saveSettings = async (
  services: Services,
  person: SignedIn,
  group: string,
  body: Body,
) => {
  if (!isSettingGroup(group)) {
    throw new HttpProblem(404, "setting/not_found", "There is no such form");
  }
  const { database, clock, settings } = services;
  const now = clock();
  const wanted = valuesOf(group, body);
  const saved = await database.write(async (db) => {
    await lockSettings(db, now);
    const actor = await administratorActor(db, person);
    const stored = await readStoredSettings(db);
    if (groupOf(services, stored, group).version !== body.replaces) {
      throw new HttpProblem(409, "setting/changed", "Somebody else has changed these settings");
    }
    const turnsOn = wanted.values.SECOND_FACTOR === "staff" && stored.SECOND_FACTOR !== "staff";
    if (turnsOn && !(await staysSignedIn(db, person))) {
      throw new HttpProblem(
        409,
        "second_factor/not_set_up",
        "Set up a second factor of your own first",
      );
    }
    const merge = { mail: mailServer, openid: provider };
    const { changes, problems } =
      group === "mail" || group === "openid"
        ? merge[group](wanted, stored)
        : { changes: wanted.values, problems: [] };
    const refused =
      problems.length > 0
        ? problems
        : await changeSettings(db, settings.environment, actor, now, changes);
    if (refused.length === 0 && turnsOn) await endSessionsOfStaff(db);
    return { problems: refused, stored: await readStoredSettings(db), turnsOn };
  });
  await services.applySettings();
  return { problems: saved.problems, group: groupOf(services, saved.stored, group) };
};
