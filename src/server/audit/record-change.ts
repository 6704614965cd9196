import type { Kysely } from "kysely";
import type { Actor, AuditAction, AuditKind } from "../../domain/audit.ts";
import type { Tables } from "../db/schema.ts";

/** A value of the details; texts that somebody wrote to somebody and secrets have no place there. */
export type AuditValue = string | number | boolean | null | readonly AuditValue[];

/** One change. */
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

/**
 * Records who changes what. Call it within the write that makes the change, so that there is no change
 * without its record.
 * @param at milliseconds since 1970
 */
export const recordChange = async (
  db: Kysely<Tables>,
  at: number,
  { actor, action, kind, subject, name, details = {} }: RecordedChange,
): Promise<void> => {
  await db
    .insertInto("audit")
    .values({
      at,
      actor: actor.kind,
      actor_id: actor.kind === "person" ? actor.id : null,
      actor_name: actor.kind === "person" ? actor.name : "",
      action,
      kind,
      subject: String(subject),
      subject_name: name,
      details: JSON.stringify(details),
    })
    .execute();
};
