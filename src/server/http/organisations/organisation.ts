import type { Kysely } from "kysely";
import type { SentOrganisation } from "../../../contract/organisation.ts";
import type { Tables } from "../../db/schema.ts";

/** The organisation in the contract's form; null when there is none. */
export const readOrganisation = async (
  db: Kysely<Tables>,
  id: number | null,
): Promise<SentOrganisation | null> => {
  if (id === null) return null;
  const row = await db
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
    footer: JSON.parse(row.footer),
  };
};
