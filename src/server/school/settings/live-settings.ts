import { isDeepStrictEqual } from "node:util";
import type { Kysely } from "kysely";
import type { SchoolSetting } from "../../../domain/school-setting.ts";
import type { Database } from "../../db/open-database.ts";
import type { Tables } from "../../db/schema.ts";
import { DEFAULT_ENVIRONMENT, decodeVariables, type Environment } from "./environment.ts";
import { readStoredSettings, type StoredSettings } from "./stored-settings.ts";

/**
 * Whether the environment sets it, so that administrators cannot. The settings of OpenID Connect are for one
 * provider: all of them come from the same place.
 */
export const isFixed = ({ given }: Environment, name: SchoolSetting): boolean =>
  name.startsWith("OPENID_")
    ? Object.keys(given).some((other) => other.startsWith("OPENID_"))
    : Object.hasOwn(given, name);

/** Decodes what is stored and not fixed, leaving out what a newer rule refuses. */
const decodeStored = (environment: Environment, stored: StoredSettings): Environment => {
  const free = Object.entries(stored).filter(
    ([name]) => !isFixed(environment, name as SchoolSetting),
  );
  const decoded = decodeVariables(Object.fromEntries(free));
  if (decoded.ok) return decoded.value;
  const refused = new Set(decoded.failure.map(({ name }) => name));
  const left = free.filter(
    ([name]) => !refused.has(name) && (!refused.has(null) || !name.startsWith("OPENID_")),
  );
  const again = decodeVariables(Object.fromEntries(left));
  return again.ok ? again.value : DEFAULT_ENVIRONMENT;
};

const differing = <Fields extends object>(fields: Fields, from: Fields): Partial<Fields> =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([name, value]) => !isDeepStrictEqual(value, from[name as keyof Fields]),
    ),
  ) as Partial<Fields>;

/**
 * The settings that hold: those of the environment, and for all others those of the school. What is stored with its
 * default changes nothing, as the environment has the default of what it does not fix.
 */
const withStored = (environment: Environment, stored: StoredSettings): Environment => {
  const { given: _, dataDir: __, limits, ...others } = decodeStored(environment, stored);
  return {
    ...environment,
    ...differing<Partial<Environment>>(others, DEFAULT_ENVIRONMENT),
    limits: { ...environment.limits, ...differing(limits, DEFAULT_ENVIRONMENT.limits) },
  };
};

/** Reads the settings that hold at this moment. */
export const effectiveEnvironment = async (
  environment: Environment,
  db: Kysely<Tables>,
): Promise<Environment> => withStored(environment, await readStoredSettings(db));

/** Opens the settings that hold while a server runs. Administrators change some of them meanwhile. */
export const openLiveSettings = async (read: Database["read"], environment: Environment) => {
  let text = "";
  let current = environment;
  /** Reads the settings again. @returns whether any has changed */
  const refresh = async (): Promise<boolean> => {
    const stored = await readStoredSettings(read);
    if (JSON.stringify(stored) === text) return false;
    text = JSON.stringify(stored);
    current = withStored(environment, stored);
    return true;
  };
  await refresh();
  return {
    /** As the environment has them. */
    environment,
    get current() {
      return current;
    },
    refresh,
  };
};

export type LiveSettings = Awaited<ReturnType<typeof openLiveSettings>>;
