import type { Kysely } from "kysely";
import { readDraftFile, writeDraftFile } from "../../contract/draft-file.ts";
import {
  deleteSavedDraft,
  getSavedDrafts,
  MAX_DRAFT_NAME_LENGTH,
  MAX_SAVED_DRAFT_LENGTH,
  MAX_SAVED_DRAFTS,
  postSavedDraft,
  putSavedDraft,
} from "../../contract/saved-drafts.ts";
import type { SavedDraftRow, Tables } from "../db/schema.ts";
import { created } from "../http/answer.ts";
import { type App, route } from "../http/route.ts";
import { keyedRequest, writeOnce } from "../idempotent-write.ts";
import { parseId } from "../page.ts";
import { HttpProblem, invalid } from "../problem.ts";
import type { Services } from "../services.ts";

type Row = Omit<SavedDraftRow, "account_id">;

const sent = ({ id, name, draft, is_shared, created: at }: Row) => ({
  ...{ id, name, draft, is_shared: is_shared === 1 },
  created: new Date(at).toISOString(),
});

/** @throws HttpProblem 422 */
const parseName = (given: string): string => {
  const name = given.trim().toWellFormed();
  if (name === "") throw invalid("name", "is required");
  if (name.length > MAX_DRAFT_NAME_LENGTH || name.includes("\0")) {
    throw invalid("name", `must have at most ${MAX_DRAFT_NAME_LENGTH} characters`);
  }
  return name;
};

/** The draft as it is stored: what no draft has is left out. @throws HttpProblem 422 */
const parseDraft = (text: string): string => {
  const draft = text.length > MAX_SAVED_DRAFT_LENGTH ? null : readDraftFile(text);
  const written = draft && writeDraftFile(draft).toWellFormed();
  if (!written || written.includes("\\u0000"))
    throw invalid("draft", "must be the file of a draft");
  return written;
};

const ownOf = (db: Kysely<Tables>, accountId: number) =>
  db
    .selectFrom("saved_draft")
    .select(["id", "name", "draft", "is_shared", "created"])
    .where("account_id", "=", accountId)
    .orderBy("created", "desc")
    .orderBy("id", "desc");

/** The drafts that a student shows to tutors, the latest first. */
export const sharedDrafts = async (db: Kysely<Tables>, accountId: number) =>
  (await ownOf(db, accountId).where("is_shared", "=", 1).execute()).map(sent);

export const savedDraftRoutes = (app: App, services: Services): void => {
  const { database, clock } = services;

  /** Works on one of a person's drafts. @throws HttpProblem 404 */
  const change = <Value>(
    accountId: number,
    id: string,
    work: (db: Kysely<Tables>, row: Row) => Promise<Value>,
  ): Promise<Value> =>
    database.write(async (db) => {
      await database.lockAccount(db, accountId);
      const row = await ownOf(db, accountId)
        .where("id", "=", parseId(id) ?? 0)
        .executeTakeFirst();
      if (!row) throw new HttpProblem(404, "draft/not_found", "You have no such draft");
      return work(db, row);
    });

  route(app, services, getSavedDrafts, async ({ person }) => ({
    drafts: (await ownOf(database.read, person.accountId).execute()).map(sent),
  }));

  route(app, services, postSavedDraft, async ({ request, body, person }) => {
    const { accountId } = person;
    const row = { name: parseName(body.name), draft: parseDraft(body.draft), created: clock() };
    const keyed = keyedRequest(request, person, row.created);
    const answer = await writeOnce(database, keyed, async (db) => {
      const own = await ownOf(db, accountId).execute();
      if (own.length >= MAX_SAVED_DRAFTS) {
        const detail = `You may have at most ${MAX_SAVED_DRAFTS} drafts`;
        throw new HttpProblem(409, "account/limit_reached", detail);
      }
      const is_shared = own.find(({ name }) => name === row.name)?.is_shared ?? 0;
      const { id } = await db
        .insertInto("saved_draft")
        .values({ ...row, account_id: accountId, is_shared })
        .returning("id")
        .executeTakeFirstOrThrow();
      return { draft: sent({ ...row, id, is_shared }) };
    });
    return created(answer);
  });

  route(app, services, putSavedDraft, async ({ params, body, person }) => {
    const is_shared = Number(body.is_shared);
    const row = await change(person.accountId, params.id, async (db, draft) => {
      await db
        .updateTable("saved_draft")
        .set({ is_shared })
        .where("account_id", "=", person.accountId)
        .where("name", "=", draft.name)
        .execute();
      return { ...draft, is_shared };
    });
    return { draft: sent(row) };
  });

  route(app, services, deleteSavedDraft, async ({ params, person }) => {
    await change(person.accountId, params.id, (db, { id }) =>
      db.deleteFrom("saved_draft").where("id", "=", id).execute(),
    );
    return null;
  });
};
