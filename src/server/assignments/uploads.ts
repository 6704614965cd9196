import { type Insertable, type Kysely, type Selectable, sql } from "kysely";
import { isPublished } from "../../domain/hand-in-answer.ts";
import { chunks } from "../../lib/chunks.ts";
import { type Tables, type UploadRow, VOICE_POSITION } from "../db/schema.ts";
import { waitForAll } from "../db/wait-for-all.ts";
import { formatCursor, pageOf } from "../page.ts";

/**
 * Adds a hand-in, which is then the latest of its assignment; call within a write while the account
 * is locked. @returns its id
 */
export const insertUpload = async (
  db: Kysely<Tables>,
  row: Omit<Insertable<Tables["upload"]>, "latest">,
): Promise<number> => {
  await db
    .updateTable("upload")
    .set({ latest: 0 })
    .where("account_id", "=", row.account_id)
    .where("lesson_id", "=", row.lesson_id)
    .where("latest", "=", 1)
    .execute();
  const { id } = await db
    .insertInto("upload")
    .values({ ...row, latest: 1 })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
};

type FileRow = Selectable<Tables["upload_file"]>;

/** The copy of a file that a tutor has drawn on. */
type MarkedCopy = Pick<Selectable<Tables["marked_file"]>, "name" | "size" | "type" | "pins">;

export interface UploadWithFiles extends UploadRow {
  files: (FileRow & { marked: MarkedCopy | null })[];
  /** The recording with the answer. */
  voice: MarkedCopy | null;
  /** The conversation about it; null if there is none. */
  thread: number | null;
}

/** One person's hand-ins for a lesson's assignment, some of them, earliest first. */
export interface UploadPage {
  readonly uploads: readonly UploadWithFiles[];
  /** Asks for the hand-ins before these; null if there are none. */
  readonly cursor: string | null;
}

/** Who handed in, and for which lesson. */
interface HandInKey {
  readonly accountId: number;
  readonly lessonId: number;
}

/** The maximum number of hand-ins of an assignment in a list of assignments. */
const UPLOADS_AT_ONCE = 20;

const IDS_AT_ONCE = 500;

/** Hand-ins with their files. @param uploads at most `IDS_AT_ONCE` */
export const withFiles = async (
  db: Kysely<Tables>,
  uploads: readonly UploadRow[],
): Promise<UploadWithFiles[]> => {
  const ids = uploads.map(({ id }) => id);
  if (ids.length === 0) return [];
  const [files, marked, conversations] = await waitForAll(
    db
      .selectFrom("upload_file")
      .selectAll()
      .where("upload_id", "in", ids)
      .orderBy("position")
      .execute(),
    db
      .selectFrom("marked_file")
      .select(["upload_id", "position", "name", "size", "type", "pins"])
      .where("upload_id", "in", ids)
      .execute(),
    db
      .selectFrom("conversation")
      .select(["id", "upload_id"])
      .where("upload_id", "in", ids)
      .where("last_id", ">", 0)
      .execute(),
  );
  const filesOf = Map.groupBy(files, (row) => row.upload_id);
  const threads = new Map(conversations.map((row) => [row.upload_id, row.id]));
  const copies = new Map(marked.map((row) => [`${row.upload_id}/${row.position}`, row]));
  return uploads.map((upload) => ({
    ...upload,
    files: (filesOf.get(upload.id) ?? []).map((file) => ({
      ...file,
      marked: copies.get(`${upload.id}/${file.position}`) ?? null,
    })),
    voice: copies.get(`${upload.id}/${VOICE_POSITION}`) ?? null,
    thread: threads.get(upload.id) ?? null,
  }));
};

/** An upload whose texts have not been read. */
interface UploadSize extends Pick<UploadRow, "id" | "account_id" | "lesson_id"> {
  bytes: number;
}

const sizes = (db: Kysely<Tables>) =>
  db
    .selectFrom("upload")
    .select([
      "id",
      "account_id",
      "lesson_id",
      sql<number>`octet_length(comment) + coalesce(octet_length(feedback), 0)`.as("bytes"),
    ])
    .orderBy("id", "desc");

const sizesOf = (
  db: Kysely<Tables>,
  { accountId, lessonId }: HandInKey,
  limit: number,
  before: number | null,
): Promise<UploadSize[]> =>
  sizes(db)
    .where("account_id", "=", accountId)
    .where("lesson_id", "=", lessonId)
    .$if(before !== null, (query) => query.where("id", "<", before))
    .limit(limit + 1)
    .execute();

const nameOf = ({ accountId, lessonId }: HandInKey): string => `${accountId}/${lessonId}`;

/**
 * The last uploads for some assignments, and one more for each, latest first. One query reads them
 * unless somebody has handed in very often.
 */
const latestSizes = async (
  db: Kysely<Tables>,
  keys: readonly HandInKey[],
): Promise<Map<string, UploadSize[]>> => {
  if (keys.length === 0) return new Map();
  const most = keys.length * 2 + IDS_AT_ONCE;
  const pairs = sql.join(
    keys.map(({ accountId, lessonId }) => sql`(${sql.lit(accountId)}, ${sql.lit(lessonId)})`),
  );
  const rows = await sizes(db)
    .where(sql<boolean>`(account_id, lesson_id) in (values ${pairs})`)
    .limit(most)
    .execute();
  if (rows.length < most) {
    return Map.groupBy(rows, (row) =>
      nameOf({ accountId: row.account_id, lessonId: row.lesson_id }),
    );
  }
  const each = new Map<string, UploadSize[]>();
  for (const key of keys) each.set(nameOf(key), await sizesOf(db, key, UPLOADS_AT_ONCE, null));
  return each;
};

/** The ids of uploads, with the length of their texts. */
interface UploadMarks {
  readonly ids: readonly number[];
  readonly bytes: number;
  readonly more: boolean;
}

const marksOf = (rows: readonly UploadSize[], limit: number): UploadMarks => {
  const page = rows.slice(0, limit);
  return {
    ids: page.map(({ id }) => id),
    bytes: page.reduce((sum, { bytes }) => sum + bytes, 0),
    more: page.length < rows.length,
  };
};

const readUploads = async (
  db: Kysely<Tables>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, UploadWithFiles>> => {
  const known = new Map<number, UploadWithFiles>();
  for (const some of chunks(ids, IDS_AT_ONCE)) {
    const rows = await db.selectFrom("upload").selectAll().where("id", "in", some).execute();
    for (const upload of await withFiles(db, rows)) known.set(upload.id, upload);
  }
  return known;
};

const toPage = (
  { ids, more }: UploadMarks,
  known: ReadonlyMap<number, UploadWithFiles>,
): UploadPage => ({
  uploads: ids.flatMap((id) => known.get(id) ?? []).reverse(),
  cursor: more ? formatCursor(ids.at(-1) ?? 0) : null,
});

/**
 * Cuts rows to a page as `pageOf`, and gives each the last uploads of its assignment. Their lengths are read before
 * their texts, so that the texts of a page are bounded.
 */
export const pageWithUploads = async <Row>(
  db: Kysely<Tables>,
  rows: readonly Row[],
  limit: number,
  keysOf: (last: Row) => readonly number[],
  handInOf: (row: Row) => HandInKey,
) => {
  const found = await latestSizes(db, rows.map(handInOf));
  const marked = rows.map((row) => ({
    row,
    marks: marksOf(found.get(nameOf(handInOf(row))) ?? [], UPLOADS_AT_ONCE),
  }));
  const { page, cursor } = pageOf(
    marked,
    limit,
    ({ row }) => keysOf(row),
    ({ marks }) => marks.bytes,
  );
  const known = await readUploads(
    db,
    page.flatMap(({ marks }) => marks.ids),
  );
  return { page: page.map(({ row, marks }) => ({ row, uploads: toPage(marks, known) })), cursor };
};

/** A page of one person's uploads for a lesson. @param before the id of a later upload */
export const uploadsOf = async (
  db: Kysely<Tables>,
  key: HandInKey,
  limit: number = UPLOADS_AT_ONCE,
  before: number | null = null,
): Promise<UploadPage> => {
  const most = Math.min(limit, UPLOADS_AT_ONCE);
  const marks = marksOf(await sizesOf(db, key, most, before), most);
  return toPage(marks, await readUploads(db, marks.ids));
};

/** An upload without what its student does not know yet. */
const asStudentSees = (upload: UploadWithFiles, now: number): UploadWithFiles =>
  isPublished(upload.published_at, now)
    ? upload
    : {
        ...upload,
        state: "uploaded",
        feedback_at: null,
        files: upload.files.map((file) => ({ ...file, marked: null })),
      };

/** A page of uploads as their student sees them at a time. */
export const pageForStudent = ({ uploads, cursor }: UploadPage, now: number): UploadPage => ({
  uploads: uploads.map((upload) => asStudentSees(upload, now)),
  cursor,
});

/** The states of an account's assignments by lesson: each has the state of its last upload, as the student sees it. */
export const statesForStudent = async (
  db: Kysely<Tables>,
  accountId: number,
  now: number,
): Promise<ReadonlyMap<number, UploadRow["state"]>> => {
  const rows = await db
    .selectFrom("upload")
    .select(["lesson_id", "state", "published_at"])
    .where("account_id", "=", accountId)
    .where("latest", "=", 1)
    .execute();
  return new Map(
    rows.map(({ lesson_id, state, published_at }) => [
      lesson_id,
      isPublished(published_at, now) ? state : "uploaded",
    ]),
  );
};
