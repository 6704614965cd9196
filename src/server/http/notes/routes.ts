import { getNotes, MAX_NOTE_LENGTH, putNote } from "../../../contract/notes.ts";
import { parseId } from "../parse-id.ts";
import { HttpProblem, invalid } from "../problem.ts";
import { type App, route } from "../route.ts";
import type { Services } from "../services.ts";

const sent = (row: { lesson_id: number; text: string; updated: number }) => ({
  lesson_id: row.lesson_id,
  text: row.text,
  updated: new Date(row.updated).toISOString(),
});

/** The calls for a student's notes, one for each lesson. */
export const noteRoutes = (app: App, services: Services): void => {
  const { database, catalogue, clock } = services;

  route(app, services, getNotes, async ({ person }) => {
    const rows = await database.read
      .selectFrom("note")
      .select(["lesson_id", "text", "updated"])
      .where("account_id", "=", person.accountId)
      .orderBy("lesson_id")
      .execute();
    return { notes: rows.map(sent) };
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
      if (text === "") {
        await db
          .deleteFrom("note")
          .where("account_id", "=", row.account_id)
          .where("lesson_id", "=", row.lesson_id)
          .execute();
        return;
      }
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
