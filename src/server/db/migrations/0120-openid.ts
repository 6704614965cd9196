import type { Kysely } from "kysely";

/**
 * Creates the tables of signing in with OpenID Connect: who at the provider an account belongs to, one-time
 * codes for sign-ins that the provider has confirmed, and what the provider needs to sign a session out.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const { schema } = db;
  await schema
    .createTable("openid_link")
    .addColumn("issuer", "text", (column) => column.notNull())
    .addColumn("subject", "text", (column) => column.notNull())
    .addColumn("account_id", "integer", (column) =>
      column.notNull().references("account.id").onDelete("cascade"),
    )
    .addColumn("created", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("openid_link_key", ["issuer", "subject"])
    .addUniqueConstraint("openid_link_account", ["account_id", "issuer"])
    .execute();
  await schema
    .createTable("openid_code")
    .addColumn("hash", "text", (column) => column.primaryKey())
    .addColumn("challenge", "text", (column) => column.notNull())
    .addColumn("account_id", "integer", (column) =>
      column.notNull().references("account.id").onDelete("cascade"),
    )
    .addColumn("id_token", "text", (column) => column.notNull())
    .addColumn("confirmed", "integer", (column) => column.notNull())
    .addColumn("expires", "bigint", (column) => column.notNull())
    .execute();
  await schema.createIndex("openid_code_challenge").on("openid_code").column("challenge").execute();
  await schema
    .createTable("openid_session")
    .addColumn("token_hash", "text", (column) =>
      column.primaryKey().references("token.hash").onDelete("cascade"),
    )
    .addColumn("id_token", "text", (column) => column.notNull())
    .execute();
};
