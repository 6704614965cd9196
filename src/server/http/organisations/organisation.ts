import type { Kysely } from "kysely";
import type { SentOrganisation } from "../../../contract/organisation.ts";
import type { Tables } from "../../db/schema.ts";
import type { Services } from "../services.ts";

const sentOrganisation = (row: Tables["organisation"]) => ({
  id: row.id,
  name: row.name,
  logo: row.logo,
  email: row.email,
  telephone: row.telephone,
  download_available: row.download_available === 1,
  accent: row.accent,
  footer: JSON.parse(row.footer),
});

/** The organisation in the contract's form; null when there is none. */
export const readOrganisation = async (
  { database, openId }: Pick<Services, "database" | "openId">,
  id: number | null,
): Promise<SentOrganisation | null> => {
  if (id === null) return null;
  const row = await database.read
    .selectFrom("organisation")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row) return null;
  // Left out where there is none, so that it costs other schools nothing.
  return { ...sentOrganisation(row), ...(openId && { openid: openId.settings.name }) };
};

/**
 * The school's own organisation, the one with the lowest id, as it is exported for computers without a
 * network; null when there is none.
 */
export const exportedOrganisation = async (
  db: Kysely<Tables>,
): Promise<SentOrganisation | null> => {
  const row = await db.selectFrom("organisation").selectAll().orderBy("id").executeTakeFirst();
  return row ? sentOrganisation(row) : null;
};
