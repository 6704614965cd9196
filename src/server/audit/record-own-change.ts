import type { Kysely } from "kysely";
import type { AuditAction } from "../../domain/audit.ts";
import type { Tables } from "../db/schema.ts";
import { actorOf } from "./actor-of.ts";
import { type RecordedChange, recordChange } from "./record-change.ts";

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
