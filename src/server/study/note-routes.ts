import { type Kysely, sql } from "kysely";
import { getNotes, MAX_NOTE_LENGTH, putNote } from "../../contract/notes.ts";
import type { SignedIn } from "../accounts/session/tokens.ts";
import type { Tables } from "../db/schema.ts";
import { type App, route } from "../http/route.ts";
import { comesAfter } from "../list-query.ts";
import { pageLimit, pageOf, pageStart, parseId } from "../page.ts";
import { HttpProblem, invalid } from "../problem.ts";
import type { Services } from "../services.ts";

const sent = (row: { lesson_id: number; text: string; updated: number }) => ({
  lesson_id: row.lesson_id,
  text: row.text,
  updated: new Date(row.updated).toISOString(),
});

export const noteRoutes = (app: App, services: Services): void => {
  const { database, catalogue, clock, limits } = services;

  /** The present note of a lesson; an empty text if there is none. */
  const textOf = async (db: Kysely<Tables>, person: SignedIn, lessonId: number) => {
    const note = await db
      .selectFrom("note")
      .select("text")
      .where("account_id", "=", person.accountId)
      .where("lesson_id", "=", lessonId)
      .executeTakeFirst();
    return note?.text ?? "";
  };

  /** Checks the limits while the account is locked. A note that replaces another one adds only its additional bytes. */
  const assertRoom = async (
    db: Kysely<Tables>,
    person: SignedIn,
    { lesson_id, text }: { lesson_id: number; text: string },
  ) => {
    await database.lockAccount(db, person.accountId);
    const before = await textOf(db, person, lesson_id);
    const bytes = Buffer.byteLength(text) - Buffer.byteLength(before);
    if (before === "") await limits.assertRoom(db, person, { notes: 1, bytes });
    else if (bytes > 0) await limits.assertRoom(db, person, { bytes });
  };

  route(app, services, getNotes, async ({ person, query }) => {
    const limit = pageLimit(query);
    const start = pageStart(query, "time", "id");
    const own = database.read.selectFrom("note").where("account_id", "=", person.accountId);
    const coming = await own
      .select(["lesson_id", "updated", sql<number>`octet_length(text)`.as("bytes")])
      .where(comesAfter([sql.ref("updated"), sql.ref("lesson_id")], start, true))
      .orderBy("updated", "desc")
      .orderBy("lesson_id", "desc")
      .limit(limit + 1)
      .execute();
    const { page, cursor } = pageOf(
      coming,
      limit,
      ({ updated, lesson_id }) => [updated, lesson_id],
      ({ bytes }) => bytes,
    );
    const ids = page.map(({ lesson_id }) => lesson_id);
    const notes = ids.length
      ? await own
          .select(["lesson_id", "text", "updated"])
          .where("lesson_id", "in", ids)
          .orderBy("updated", "desc")
          .orderBy("lesson_id", "desc")
          .execute()
      : [];
    return { notes: notes.map(sent), cursor };
  });

  route(app, services, putNote, async ({ params, body, person }) => {
    const id = parseId(params.lessonId);
    const entry = id === null ? undefined : catalogue.current.lessons.get(id);
    if (!entry) throw new HttpProblem(404, "lesson/not_found", "There is no such lesson");
    const { text } = body;
    if (text.length > MAX_NOTE_LENGTH) {
      throw invalid("text", `must have at most ${MAX_NOTE_LENGTH} characters`);
    }
    if (text.includes("\0")) throw invalid("text", "must be text");
    const row = {
      account_id: person.accountId,
      lesson_id: entry.lesson.dbid,
      text: text.toWellFormed(),
      updated: clock(),
    };
    await database.write(async (db) => {
      if (typeof body.replaces === "string") {
        await database.lockAccount(db, person.accountId);
        const present = await textOf(db, person, entry.lesson.dbid);
        // The same text again is a repeat after a lost answer.
        if (present !== row.text && present !== body.replaces.toWellFormed()) {
          throw new HttpProblem(409, "note/changed", "The note was changed meanwhile");
        }
      }
      if (text === "") {
        await db
          .deleteFrom("note")
          .where("account_id", "=", row.account_id)
          .where("lesson_id", "=", row.lesson_id)
          .execute();
        return;
      }
      await assertRoom(db, person, row);
      await db
        .insertInto("note")
        .values(row)
        .onConflict((conflict) =>
          conflict
            .columns(["account_id", "lesson_id"])
            .doUpdateSet({ text: row.text, updated: row.updated }),
        )
        .execute();
    });
    return { note: sent(row) };
  });
};
