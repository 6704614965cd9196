import type { Kysely } from "kysely";
import type { SentOrganisation } from "../../contract/organisation.ts";
import { FALLBACK_LANGUAGE } from "../../domain/languages.ts";
import { SCHOOL_PAGES } from "../../domain/school-page.ts";
import { InstallerFolder } from "../activation/downloads/installers.ts";
import { firstLanguage, schoolWeek } from "../content/import-school.ts";
import type { Tables } from "../db/schema.ts";
import type { Services } from "../services.ts";
import { ownOrganisation } from "./own-organisation.ts";

const COLUMNS = [
  "id",
  "name",
  "logo",
  "email",
  "telephone",
  "download_available",
  "accent",
  "zone",
  "footer",
] as const satisfies (keyof Tables["organisation"])[];

/** Columns that are empty at most schools. */
const LOOK = [
  "logo_dark",
  "title",
  "favicon_tag",
] as const satisfies (keyof Tables["organisation"])[];

const sentOrganisation = (row: Pick<Tables["organisation"], (typeof COLUMNS)[number]>) => ({
  id: row.id,
  name: row.name,
  logo: row.logo,
  email: row.email,
  telephone: row.telephone,
  download_available: row.download_available === 1,
  accent: row.accent,
  footer: JSON.parse(row.footer),
  ...(row.zone && { zone: row.zone }),
});

/** The school's first language; a client takes a school that names none for one in English. */
const sentLanguage = async (db: Kysely<Tables>) => {
  const language = await firstLanguage(db);
  return language === FALLBACK_LANGUAGE ? {} : { language };
};

/** Without empty columns, so that they cost other schools no bytes. */
const sentLook = (row: Pick<Tables["organisation"], "logo_dark" | "title">) => ({
  ...(row.logo_dark && { logo_dark: row.logo_dark }),
  ...(row.title && { title: row.title }),
});

/** The organisation as it comes with a session; null when there is none. */
export const readOrganisation = async (
  { database, openId }: Pick<Services, "database" | "openId">,
  id: number | null,
): Promise<SentOrganisation | null> => {
  if (id === null) return null;
  const row = await database.read
    .selectFrom("organisation")
    .select(COLUMNS)
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row) return null;
  // Absent without a provider, so that it costs other schools no bytes.
  return {
    ...sentOrganisation(row),
    ...(await sentLanguage(database.read)),
    ...(await schoolWeek(database.read)),
    ...(openId && { openid: openId.settings.name }),
  };
};

/** The organisation in the contract's form, with all of its brand; null when there is none. */
export const readBrand = async (
  services: Pick<Services, "database" | "openId" | "downloadsDir" | "catalogue" | "publicUrl">,
  id: number | null,
): Promise<SentOrganisation | null> => {
  const organisation = await readOrganisation(services, id);
  const look = await services.database.read
    .selectFrom("organisation")
    .select(LOOK)
    .where("id", "=", id)
    .executeTakeFirst();
  if (!organisation || !look) return null;
  const { pages } = services.catalogue.current.publicSite;
  const shown = SCHOOL_PAGES.filter((name) => Object.keys(pages[name]).length > 0);
  return {
    ...organisation,
    footer: {
      ...organisation.footer,
      ...Object.fromEntries(shown.map((name) => [name, `${services.publicUrl()}/${name}`])),
    },
    ...sentLook(look),
    ...((await new InstallerFolder(services.downloadsDir).hasInstallers()) && { installers: true }),
    ...(look.favicon_tag && { favicon: look.favicon_tag }),
  };
};

/** The organisation of an account; the school's own if the account has none. */
export const mailingOrganisation = async (
  db: Kysely<Tables>,
  id: number | null,
): Promise<Pick<Tables["organisation"], "name" | "email" | "mails"> | undefined> => {
  const select = db.selectFrom("organisation").select(["name", "email", "mails"]);
  const own = id === null ? undefined : await select.where("id", "=", id).executeTakeFirst();
  return own ?? (await select.orderBy("id").executeTakeFirst());
};

/**
 * The school's own organisation, the one with the lowest id, for an export to computers without a
 * network; null when there is none.
 */
export const exportedOrganisation = async (
  db: Kysely<Tables>,
): Promise<SentOrganisation | null> => {
  const row = await ownOrganisation(db)
    .select([...COLUMNS, ...LOOK])
    .executeTakeFirst();
  // The desktop app needs no icon of a browser's tab.
  if (!row) return null;
  const own = { ...(await sentLanguage(db)), ...(await schoolWeek(db)) };
  return { ...sentOrganisation(row), ...own, ...sentLook(row) };
};
