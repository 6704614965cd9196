import type { Kysely, Selectable } from "kysely";
import type { SentAssignment } from "../../../contract/assignments.ts";
import { titleIn } from "../../../domain/translated.ts";
import type { Account, Tables } from "../../db/schema.ts";
import type { UploadWithFiles } from "./uploads.ts";

export type AssignmentRow = Selectable<Tables["assignment"]>;

const iso = (time: number): string => new Date(Number(time)).toISOString();

/** The name that a person goes by. */
export const nameOf = (account: Pick<Account, "first_name" | "last_name" | "username">): string =>
  [account.first_name, account.last_name].filter(Boolean).join(" ") || account.username;

const sentUpload = (upload: UploadWithFiles) => ({
  id: upload.id,
  date: iso(upload.created),
  comment: upload.comment,
  files: upload.files.map(({ name, size, type }) => ({ name, size, type })),
  feedback:
    upload.feedback_at === null
      ? null
      : {
          text: upload.feedback ?? "",
          date: iso(upload.feedback_at),
          tutor: upload.tutor ?? "",
        },
});

/**
 * An assignment as the contract has it, with one person's uploads for it.
 * @param language of the title; the others are given beside it
 */
export const sentAssignment = (
  row: AssignmentRow,
  courseId: number | null,
  uploads: readonly UploadWithFiles[],
  language = "en",
): Omit<SentAssignment, "student"> => {
  const titles: Record<string, string> = JSON.parse(row.title);
  return {
    // A lesson has one assignment at most.
    id: row.lesson_id,
    lesson_id: row.lesson_id,
    course_id: courseId,
    product: row.product,
    title: titleIn(titles, language),
    translations: Object.entries(titles).map(([code, title]) => ({ language: code, title })),
    instructions: row.instructions,
    image: row.image,
    state: uploads.at(-1)?.state ?? "open",
    uploads: uploads.map(sentUpload),
  };
};

export const assignmentRows = (db: Kysely<Tables>): Promise<AssignmentRow[]> =>
  db.selectFrom("assignment").selectAll().orderBy("lesson_id").execute();
