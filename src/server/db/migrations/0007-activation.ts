import { type Kysely, sql } from "kysely";

/**
 * Creates the tables for serial numbers with seats, activated machines and registrations. Before
 * this migration every number belonged to a person: those keep their number and get two seats.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const { schema } = db;
  await schema
    .createTable("issued_number")
    .addColumn("serial", "text", (column) => column.primaryKey())
    .addColumn("account_id", "integer", (column) =>
      column.references("account.id").onDelete("cascade"),
    )
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("seats", "integer", (column) => column.notNull())
    .addColumn("courses", "text")
    .addColumn("created", "bigint", (column) => column.notNull())
    .addColumn("revoked", "bigint")
    .execute();
  await sql`insert into issued_number (serial, account_id, name, seats, created)
    select serial, account_id, '', 2, created from serial_number`.execute(db);
  // SQLite cannot make a column nullable, and the school's own numbers belong to no account.
  await schema.dropTable("serial_number").execute();
  await schema.alterTable("issued_number").renameTo("serial_number").execute();
  await schema
    .createIndex("serial_number_account")
    .on("serial_number")
    .column("account_id")
    .execute();
  await schema
    .createTable("registration")
    .addColumn("serial", "text", (column) =>
      column.primaryKey().references("serial_number.serial").onDelete("cascade"),
    )
    .addColumn("full_name", "text", (column) => column.notNull())
    .addColumn("email", "text", (column) => column.notNull())
    .addColumn("country", "text", (column) => column.notNull())
    .addColumn("address", "text", (column) => column.notNull())
    .addColumn("telephone", "text", (column) => column.notNull())
    .addColumn("created", "bigint", (column) => column.notNull())
    .execute();
  await schema
    .createTable("activation")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("serial", "text", (column) =>
      column.notNull().references("serial_number.serial").onDelete("cascade"),
    )
    .addColumn("computer_id", "text", (column) => column.notNull())
    .addColumn("license_id", "text", (column) => column.notNull())
    .addColumn("hardware", "text", (column) => column.notNull())
    .addColumn("created", "bigint", (column) => column.notNull())
    .addUniqueConstraint("activation_machine", ["serial", "computer_id", "license_id"])
    .execute();
};
