import type { SentOrganisation } from "../../../contract/organisation.ts";
import type { Services } from "../services.ts";

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
  return {
    id: row.id,
    name: row.name,
    logo: row.logo,
    email: row.email,
    telephone: row.telephone,
    download_available: row.download_available === 1,
    accent: row.accent,
    // Left out where there is none, so that it costs other schools nothing.
    ...(openId && { openid: openId.settings.name }),
    footer: JSON.parse(row.footer),
  };
};
