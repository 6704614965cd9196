import type { Kysely } from "kysely";
import { type Actor, SCHOOL } from "../../domain/audit.ts";
import type { Tables } from "../db/schema.ts";

/** A person of any level as who changes something; call within the write that makes the change. */
export const actorOf = async (db: Kysely<Tables>, accountId: number): Promise<Actor> => {
  const account = await db
    .selectFrom("account")
    .select("username")
    .where("id", "=", accountId)
    .executeTakeFirst();
  return account ? { kind: "person", id: accountId, name: account.username } : SCHOOL;
};
