import type { SentAnswer } from "../../contract/call.ts";
import type { getSchoolSettings } from "../../contract/staff-school.ts";
import { SETTING_GROUPS, type SettingGroup } from "../../domain/school-setting.ts";
import { CALLBACK } from "../accounts/openid/flow-cookie.ts";
import { exportPublicKey, licenceKey } from "../activation/licence-key.ts";
import { readLastBackup } from "../backup/last-backup.ts";
import type { Services } from "../services.ts";
import { type ListedSetting, listMachineSettings, listSetting } from "./settings/list-settings.ts";
import { readStoredSettings, type StoredSettings } from "./settings/stored-settings.ts";
import { readSites } from "./site-rows.ts";

type SentGroup = SentAnswer<typeof getSchoolSettings>["groups"][number];

const sentSetting = ({ name, value, hasSecret, from }: ListedSetting) => ({
  ...{ name, value, from },
  has_secret: hasSecret,
});

/** A form with its values, and their version. */
export const groupOf = (
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
  ...(settings.environment.allowedOrigins ?? []).map((origin) => ({ origin, fixed: true })),
  ...(await readSites(database.read)).map((origin) => ({ origin, fixed: false })),
];

/** All that the screen of the school shows at first. */
export const schoolSettings = async (
  services: Services,
): Promise<SentAnswer<typeof getSchoolSettings>> => {
  const { database, settings, publicUrl } = services;
  const stored = await readStoredSettings(database.read);
  const last = await readLastBackup(database.read);
  return {
    groups: (Object.keys(SETTING_GROUPS) as SettingGroup[]).map((name) =>
      groupOf(services, stored, name),
    ),
    machine: listMachineSettings(settings.environment).map(sentSetting),
    sites: await sentSites(services),
    redirect_uri: `${publicUrl()}${CALLBACK}`,
    sign_out_uri: `${publicUrl()}/tls/`,
    last_backup: last && { ...last, at: new Date(last.at).toISOString() },
    public_key: exportPublicKey(await licenceKey(database)),
  };
};
