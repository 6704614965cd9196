import type { Kysely, Selectable } from "kysely";
import type * as v from "valibot";
import {
  MAX_SAVED_COMMENT,
  MAX_SAVED_COMMENTS,
  type postSavedComment,
  type putSavedComment,
} from "../../contract/saved-comments.ts";
import { MANAGER_LEVEL } from "../../domain/roles.ts";
import type { SignedIn } from "../accounts/session/tokens.ts";
import { actorOf, recordChange } from "../audit/record-change.ts";
import type { Database } from "../db/open-database.ts";
import type { Tables } from "../db/schema.ts";
import { writeSetting } from "../db/settings.ts";
import { HttpProblem, invalid } from "../problem.ts";
import { recordVersion } from "../record-version.ts";

type Locking = Pick<Database, "lockAccount">;
type CommentToSave = v.InferOutput<NonNullable<typeof postSavedComment.body>>;
type ChangedComment = v.InferOutput<NonNullable<typeof putSavedComment.body>>;

const commentNotFound = () =>
  new HttpProblem(404, "comment/not_found", "You have no such saved comment");

const sentComment = ({ id, name, text, account_id }: Selectable<Tables["saved_comment"]>) => {
  const shared = account_id === null;
  return { id, name, text, shared, version: recordVersion([name, text, shared]) };
};

const checked = ({ name, text, shared }: CommentToSave, { accountId, level }: SignedIn) => {
  if (shared && level < MANAGER_LEVEL) {
    throw new HttpProblem(403, "session/not_allowed", "Only managers write the school's comments");
  }
  if (text.trim() === "") throw invalid("text", "is required");
  if (text.length > MAX_SAVED_COMMENT) {
    throw invalid("text", `must have at most ${MAX_SAVED_COMMENT} characters`);
  }
  if (`${name}${text}`.includes("\0")) throw invalid("text", "must have no null character");
  return { name: name.trim(), text, account_id: shared ? null : accountId };
};

const ownedBy = (db: Kysely<Tables>, accountId: number | null) =>
  db
    .selectFrom("saved_comment")
    .selectAll()
    .where("account_id", accountId === null ? "is" : "=", accountId);

/** One's own comments and the school's, by name. */
export const savedComments = async (db: Kysely<Tables>, { accountId }: SignedIn) => {
  const own = await ownedBy(db, accountId).execute();
  const shared = await ownedBy(db, null).execute();
  const label = ({ name, text }: { name: string; text: string }) => name || text;
  return [...own, ...shared]
    .toSorted((a, b) => label(a).localeCompare(label(b)) || a.id - b.id)
    .map(sentComment);
};

/** Records a change of the school's comments. Its text is for students, and is no part of it. */
const recordShared = async (
  db: Kysely<Tables>,
  { accountId }: SignedIn,
  now: number,
  action: "added" | "changed" | "removed",
  { id, name }: { readonly id: number; readonly name: string },
): Promise<void> => {
  const actor = await actorOf(db, accountId);
  await recordChange(db, now, { actor, action, kind: "comment", subject: id, name });
};

/** The row in the settings whose lock all take who share a comment: it is nobody's account. */
const SHARING = "comment_shared";

/**
 * Checks that there may be one more comment of a person, or of the school; call within a write.
 * @throws HttpProblem 409
 */
const assertRoom = async (
  database: Locking,
  db: Kysely<Tables>,
  accountId: number | null,
  now: number,
): Promise<void> => {
  if (accountId === null) await writeSetting(db, SHARING, String(now));
  else await database.lockAccount(db, accountId);
  const present = await ownedBy(db, accountId).execute();
  if (present.length < MAX_SAVED_COMMENTS) return;
  const detail = `There may be at most ${MAX_SAVED_COMMENTS} saved comments`;
  throw new HttpProblem(409, "account/limit_reached", detail);
};

/**
 * Saves a new comment; call within a write.
 * @throws HttpProblem 403, 409, 422
 */
export const addComment = async (
  database: Locking,
  db: Kysely<Tables>,
  person: SignedIn,
  saved: CommentToSave,
  now: number,
) => {
  const row = checked(saved, person);
  await assertRoom(database, db, row.account_id, now);
  const { id } = await db
    .insertInto("saved_comment")
    .values(row)
    .returning("id")
    .executeTakeFirstOrThrow();
  if (row.account_id === null) await recordShared(db, person, now, "added", { id, ...row });
  return sentComment({ id, ...row });
};

/** A comment that the person may change. @throws HttpProblem 404 */
const findOwn = async (db: Kysely<Tables>, { accountId, level }: SignedIn, id: number | null) => {
  const found = await db
    .selectFrom("saved_comment")
    .selectAll()
    .where("id", "=", id ?? 0)
    .executeTakeFirst();
  const isTheirs =
    found && (found.account_id === null ? level >= MANAGER_LEVEL : found.account_id === accountId);
  if (!isTheirs) throw commentNotFound();
  return found;
};

/** Changes a comment; call within a write. @throws HttpProblem 403, 404, 409, 422 */
export const changeComment = async (
  database: Locking,
  db: Kysely<Tables>,
  person: SignedIn,
  id: number | null,
  { replaces, ...saved }: ChangedComment,
  now: number,
) => {
  const found = await findOwn(db, person, id);
  const row = checked(saved, person);
  const changed = sentComment({ id: found.id, ...row });
  const { version } = sentComment(found);
  // The same comment again is a repeat after a lost answer.
  if (typeof replaces === "string" && replaces !== version && changed.version !== version) {
    throw new HttpProblem(409, "comment/changed", "Somebody else has changed this comment");
  }
  if (row.account_id !== found.account_id) await assertRoom(database, db, row.account_id, now);
  await db.updateTable("saved_comment").set(row).where("id", "=", found.id).execute();
  const was = found.account_id === null;
  const is = row.account_id === null;
  if (was || is) {
    const action = was && is ? "changed" : is ? "added" : "removed";
    await recordShared(db, person, now, action, is ? { id: found.id, ...row } : found);
  }
  return changed;
};

/** Deletes a comment; call within a write. @throws HttpProblem 404 */
export const removeComment = async (
  db: Kysely<Tables>,
  person: SignedIn,
  id: number | null,
  now: number,
): Promise<void> => {
  const found = await findOwn(db, person, id);
  await db.deleteFrom("saved_comment").where("id", "=", found.id).execute();
  if (found.account_id === null) await recordShared(db, person, now, "removed", found);
};
