import type { Kysely } from "kysely";
import {
  type Actor,
  type AuditAction,
  type AuditKind,
  levelToSee,
  SCHOOL,
} from "../../domain/audit.ts";
import { foldText } from "../../domain/search-text.ts";
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

/** A value of the details; texts that somebody wrote to somebody and secrets have no place there. */
export type AuditValue = string | number | boolean | null | readonly AuditValue[];

export interface RecordedChange {
  readonly actor: Actor;
  readonly action: AuditAction;
  readonly kind: AuditKind;
  /** An id, a key or a name of its kind. */
  readonly subject: string | number;
  /** How people call it, such as a username or a title. */
  readonly name: string;
  /** What exactly has changed, by the name of the field. */
  readonly details?: Readonly<Record<string, AuditValue>>;
}

/** The levels that the person has or had; call it before the account is deleted. */
const levelsOf = async (
  db: Kysely<Tables>,
  subject: string,
  { level }: NonNullable<RecordedChange["details"]>,
): Promise<number[]> => {
  const levels = (Array.isArray(level) ? level : [level]).filter((one) => typeof one === "number");
  // Such as a file with many people: each of them has a record.
  if (!/^\d{1,9}$/.test(subject)) return [0, ...levels];
  const account = await db
    .selectFrom("account")
    .select("level")
    .where("id", "=", Number(subject))
    .executeTakeFirst();
  return account ? [...levels, account.level] : levels;
};

/**
 * Records who changes what. Call it within the write that makes the change, so that there is no change
 * without its record. Record a person before the account is deleted.
 * @param at milliseconds since 1970
 */
export const recordChange = async (
  db: Kysely<Tables>,
  at: number,
  { actor, action, kind, subject, name, details = {} }: RecordedChange,
): Promise<void> => {
  const actorName = actor.kind === "person" ? actor.name : "";
  const levels = kind === "person" ? await levelsOf(db, String(subject), details) : [];
  await db
    .insertInto("audit")
    .values({
      at,
      actor: actor.kind,
      actor_id: actor.kind === "person" ? actor.id : null,
      actor_name: actorName,
      action,
      kind,
      subject: String(subject),
      subject_name: name,
      details: JSON.stringify(details),
      level: levelToSee(kind, levels),
      folded: foldText(`${actorName} ${name}`),
    })
    .execute();
};

/** Records what people change of their own account; call within the write that changes it. */
export const recordOwnChange = async (
  db: Kysely<Tables>,
  at: number,
  accountId: number,
  details: NonNullable<RecordedChange["details"]>,
  action: AuditAction = "changed",
): Promise<void> => {
  const actor = await actorOf(db, accountId);
  if (actor.kind !== "person") return;
  const { id: subject, name } = actor;
  await recordChange(db, at, { actor, action, kind: "person", subject, name, details });
};

/** Deletes the records of changes before a time; call within a write. Nothing else deletes them. */
export const sweepChanges = async (db: Kysely<Tables>, before: number): Promise<void> => {
  await db.deleteFrom("audit").where("at", "<", before).execute();
};
