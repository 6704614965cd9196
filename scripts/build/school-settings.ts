import { createPublicKey } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import * as v from "valibot";
import type { BuildName } from "../../src/app/builds.ts";
import { storeUrl } from "../../src/server/store/store-settings.ts";

const root = path.join(import.meta.dirname, "..", "..");

export type DesktopBuildName = Exclude<BuildName, "online">;

export const DESKTOP_BUILDS = ["hybrid", "offline"] as const satisfies DesktopBuildName[];

/** The folder of a desktop build's page, relative to the project. */
export const desktopWeb = (build: DesktopBuildName): string => `dist/desktop-web/${build}`;

/** The app's version. The desktop app's configuration is the only place that states it. */
export const appVersion = (): string =>
  JSON.parse(readFileSync(path.join(root, "neutralino/neutralino.config.json"), "utf8")).version;

export type Environment = Readonly<Record<string, string | undefined>>;

/** The school's settings, given by the person who builds. */
export interface SchoolSettings {
  /** Base address of the calls, without a slash at its end. May be a path of the page's own origin. */
  fileServer: string;
  organisation: { id: number; name: string };
  /** Where pictures and films may come from besides the school; null: from nowhere else. */
  storeOrigin: string | null;
  /** The school's public key for verifying licences; null if none is built in. */
  publicKey: string | null;
}

/** The origin of the store that `STORE_URL` names. @throws an Error with a message for the person who builds */
const storeOriginOf = (address: string | undefined): string | null => {
  if (!address) return null;
  const read = v.safeParse(storeUrl, address);
  if (!read.success) throw new Error(`${read.issues[0].message}.`);
  const { cdn, endpoint } = read.output;
  return cdn ?? new URL(endpoint).origin;
};

/** The settings of a web app that the school serves itself. */
export const onlineSettings = (environment: Environment): SchoolSettings => ({
  fileServer: (environment.FILE_SERVER ?? "/api").replace(/\/+$/, ""),
  organisation: {
    id: Number(environment.ORGANISATION_ID ?? 1),
    name: environment.ORGANISATION_NAME ?? "Learning space",
  },
  storeOrigin: storeOriginOf(environment.STORE_URL),
  publicKey: environment.SCHOOL_PUBLIC_KEY?.trim() || null,
});

/** Rejects a malformed key at build time, as it would refuse every licence. */
const isPublicKey = (text: string): boolean => {
  try {
    const bytes = Buffer.from(text, "base64url");
    const { asymmetricKeyDetails } = createPublicKey({ key: bytes, format: "der", type: "spki" });
    return asymmetricKeyDetails?.namedCurve === "prime256v1";
  } catch {
    return false;
  }
};

/**
 * Explains what a desktop app cannot do without the school's key.
 * @returns a message for the person who builds; null if a key is built in
 */
export const missingKeyNotice = ({ publicKey }: SchoolSettings): string | null =>
  publicKey === null
    ? "SCHOOL_PUBLIC_KEY is not set: these apps cannot tell your school's licences from forged ones, and cannot be activated by file where there is no network. `npm run school -- key` prints what to set."
    : null;

/**
 * The settings of a desktop app, which is not served by the school.
 * @throws an Error with a message for the person who builds if FILE_SERVER is not an absolute address,
 * or SCHOOL_PUBLIC_KEY not a key
 */
export const desktopSettings = (environment: Environment): SchoolSettings => {
  const settings = onlineSettings(environment);
  const url = URL.parse(settings.fileServer);
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash) {
    throw new Error(
      "The desktop app needs the school's full address: set FILE_SERVER, such as https://school.example/api.",
    );
  }
  if (settings.publicKey !== null && !isPublicKey(settings.publicKey)) {
    throw new Error(
      "SCHOOL_PUBLIC_KEY is no public key of a school: set it to what `npm run school -- key` prints.",
    );
  }
  return settings;
};
