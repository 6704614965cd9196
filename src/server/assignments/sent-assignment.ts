import type { Kysely, Selectable } from "kysely";
import type { Pin, SentAssignment } from "../../contract/assignments.ts";
import { storedTitle } from "../../domain/translated.ts";
import type { Account, Tables, UploadRow } from "../db/schema.ts";
import type { UploadPage, UploadWithFiles } from "./uploads.ts";

/**
 * The titles of an assignment in the contract's form.
 * @param stored the titles by language, as JSON
 * @param language of `title`; all languages are in `translations`
 */
export const sentTitles = (stored: string, language = "en") => {
  const titles: Record<string, string> = JSON.parse(stored);
  return {
    title: storedTitle(titles, language),
    translations: Object.entries(titles).map(([code, title]) => ({ language: code, title })),
  };
};

/**
 * How an assignment is judged, in the contract's form. An assignment without criteria has no such field.
 * @param stored the points by language, as JSON
 */
const sentCriteria = (stored: string | null | undefined) =>
  stored
    ? {
        criteria: (JSON.parse(stored) as Record<string, string>[]).map((texts) => ({
          translations: Object.entries(texts).map(([language, text]) => ({ language, text })),
        })),
      }
    : {};

export type AssignmentRow = Selectable<Tables["assignment"]>;

const iso = (time: number): string => new Date(Number(time)).toISOString();

export const nameOf = (account: Pick<Account, "first_name" | "last_name" | "username">): string =>
  [account.first_name, account.last_name].filter(Boolean).join(" ") || account.username;

/** The display name of an account. @throws NoResultError when there is none */
export const nameOfAccount = async (db: Kysely<Tables>, accountId: number): Promise<string> =>
  nameOf(
    await db
      .selectFrom("account")
      .select(["first_name", "last_name", "username"])
      .where("id", "=", accountId)
      .executeTakeFirstOrThrow(),
  );

const sentMarked = ({
  name,
  size,
  type,
  pins,
}: NonNullable<UploadWithFiles["files"][number]["marked"]>) => ({
  ...{ name, size, type },
  ...(pins !== null && { pins: JSON.parse(pins) as Pin[] }),
});

export const sentUpload = (upload: UploadWithFiles) => ({
  id: upload.id,
  date: iso(upload.created),
  comment: upload.comment,
  files: upload.files.map(({ name, size, type, marked }) => ({
    ...{ name, size, type },
    ...(marked && { marked: sentMarked(marked) }),
  })),
  feedback:
    upload.feedback_at === null
      ? null
      : {
          text: upload.feedback ?? "",
          date: iso(upload.feedback_at),
          tutor: upload.tutor ?? "",
          new: upload.seen === 0,
          ...(upload.voice && { voice: { type: upload.voice.type, size: upload.voice.size } }),
        },
  ...(upload.thread !== null && { thread: upload.thread }),
});

/**
 * The contract's form of an assignment, with one person's uploads.
 * @param state that of the person's last upload
 * @param language of the title; the titles in the other languages are included too
 */
export const toSentAssignment = (
  row: AssignmentRow,
  courseId: number | null,
  { uploads, cursor }: UploadPage,
  state: UploadRow["state"] | "open",
  language?: string,
): Omit<SentAssignment, "student"> => {
  return {
    // A lesson has at most one assignment.
    id: row.lesson_id,
    lesson_id: row.lesson_id,
    course_id: courseId,
    product: row.product,
    ...sentTitles(row.title, language),
    instructions: row.instructions,
    image: row.image,
    ...sentCriteria(row.criteria),
    ...(row.draft !== null && { draft: JSON.parse(row.draft) }),
    state,
    uploads: uploads.map(sentUpload),
    ...(cursor !== null && { uploads_cursor: cursor }),
  };
};

export const assignmentRows = (db: Kysely<Tables>): Promise<AssignmentRow[]> =>
  db.selectFrom("assignment").selectAll().orderBy("lesson_id").execute();
