import type { CreateTableBuilder, Kysely } from "kysely";

/** Creates the tables of the second factor: passkeys, authenticator apps, recovery codes, waiting sign-ins. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const { schema } = db;
  const owned = (name: string): CreateTableBuilder<string, "account_id"> =>
    schema
      .createTable(name)
      .addColumn("account_id", "integer", (column) =>
        column.notNull().references("account.id").onDelete("cascade"),
      );
  await owned("passkey")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("public_key", "text", (column) => column.notNull())
    .addColumn("counter", "bigint", (column) => column.notNull())
    .addColumn("transports", "text", (column) => column.notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("created", "bigint", (column) => column.notNull())
    .addColumn("last_used", "bigint")
    .execute();
  await schema.createIndex("passkey_account").on("passkey").column("account_id").execute();
  await owned("totp")
    .addColumn("secret", "text", (column) => column.notNull())
    .addColumn("last_step", "bigint", (column) => column.notNull())
    .addColumn("created", "bigint", (column) => column.notNull())
    .addColumn("last_used", "bigint")
    .addPrimaryKeyConstraint("totp_key", ["account_id"])
    .execute();
  await owned("recovery_code")
    .addColumn("hash", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("recovery_code_key", ["account_id", "hash"])
    .execute();
  await owned("second_step")
    .addColumn("hash", "text", (column) => column.primaryKey())
    .addColumn("purpose", "text", (column) => column.notNull())
    .addColumn("session_id", "text")
    .addColumn("secret", "text", (column) => column.notNull())
    .addColumn("tries", "integer", (column) => column.notNull())
    .addColumn("expires", "bigint", (column) => column.notNull())
    .execute();
  await schema.createIndex("second_step_account").on("second_step").column("account_id").execute();
};
