import { createHash, randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { type Insertable, sql } from "kysely";
import sharp from "sharp";
import type { Database } from "../../../src/server/db/open-database.ts";
import type { Tables } from "../../../src/server/db/schema.ts";
import { fillSchool, findCourse, insertAll, studentIds } from "../virtual-students/fill-school.ts";

/** A photo as students hand it in. */
interface DeskPhoto {
  readonly bytes: Buffer;
  /** SHA-256, hex. */
  readonly checksum: string;
}

/** Makes a photo with the grain of a camera. */
export const makePhoto = async (width: number, height: number): Promise<DeskPhoto> => {
  const noise = { type: "gaussian", mean: 150, sigma: 14 } as const;
  const create = { width, height, channels: 3, background: "black", noise } as const;
  const bytes = await sharp({ create }).jpeg({ quality: 85 }).toBuffer();
  return { bytes, checksum: createHash("sha256").update(bytes).digest("hex") };
};

export const STUDENTS = 2_000;
const WAITING_HAND_INS = 500;
const WAITING_MESSAGES = 200;
const ANSWERED = 10_000;
const HOUR_MS = 3_600_000;

/** The courses of the students, in turn. The tutor has the first one. */
const COURSES = [
  ["PM", "PMB"],
  ["SW", "SWB"],
] as const;

const COMMENT =
  "The side seam pulls a little at the hip, and I am not sure about the second dart. ".repeat(3);
const FEEDBACK =
  "Take the ease out of the back, and let the dart end two centimetres before the hip. ".repeat(3);

/** A course's id, and its lessons with assignments. */
const readCourse = async ({ read }: Database, [product, key]: (typeof COURSES)[number]) => {
  const { course, id: courseId } = await findCourse(read, product, key);
  const tasks = await read.selectFrom("assignment").select("lesson_id").execute();
  const ids = new Set(tasks.map(({ lesson_id }) => lesson_id));
  const lessons = course.lessonsOrder.map(({ id }) => Number(id)).filter((id) => ids.has(id));
  if (lessons.length === 0) throw new Error(`${key} has no assignments`);
  return { id: courseId, lessons };
};

/** Hand-ins, the earliest first. The last ones wait. */
const uploadRows = (
  students: readonly number[],
  lessonsOf: (student: number) => readonly number[],
  tutor: number,
): Insertable<Tables["upload"]>[] => {
  const now = Date.now();
  const count = ANSWERED + WAITING_HAND_INS;
  const rows = Array.from({ length: count }, (_, at) => {
    const student = at % students.length;
    const round = Math.floor(at / students.length);
    const lessons = lessonsOf(student);
    const created = now - (count - at) * HOUR_MS;
    const isAnswered = at < ANSWERED;
    const answered = isAnswered ? created + HOUR_MS : null;
    const verdict = at % 3 === 0 ? ("returned" as const) : ("accepted" as const);
    return {
      account_id: students[student] ?? 0,
      lesson_id: lessons[round % lessons.length] ?? 0,
      created,
      comment: COMMENT,
      state: isAnswered ? verdict : ("uploaded" as const),
      feedback: isAnswered ? FEEDBACK : null,
      feedback_at: answered,
      published_at: answered,
      seen: isAnswered ? 1 : 0,
      tutor: isAnswered ? "Ruth Okafor" : null,
      answered_by: isAnswered ? tutor : null,
    };
  });
  const latest = new Map(rows.map((row) => [`${row.account_id}/${row.lesson_id}`, row]));
  return rows.map((row) => ({
    ...row,
    latest: latest.get(`${row.account_id}/${row.lesson_id}`) === row ? 1 : 0,
  }));
};

/**
 * Fills a demo school: 2,000 students of two courses, 10,500 hand-ins of which 500 wait, and 200
 * messages that wait. Its tutor has one of the courses.
 * @returns the ids of all students, and sessions of some
 */
export const fillDesk = async (database: Database) => {
  const { students: filled, ...school } = await fillSchool(database, STUDENTS);
  const courses = [
    await readCourse(database, COURSES[0]),
    await readCourse(database, COURSES[1]),
  ] as const;
  const { id: tutor } = await database.read
    .selectFrom("account")
    .select("id")
    .where("username", "=", "tutor")
    .executeTakeFirstOrThrow();
  const students = await studentIds(database);
  const others = sql<boolean>`account_id % 2 = ${sql.lit((students[1] ?? 0) % 2)}`;
  await database.write(async (db) => {
    await db
      .updateTable("subscription")
      .set({ course_id: courses[1].id })
      .where(
        "account_id",
        "in",
        db.selectFrom("account").select("id").where("username", "like", "student-%"),
      )
      .where(others)
      .execute();
    await db
      .updateTable("conversation")
      .set({ waiting: 0 })
      .where("account_id", ">", students[WAITING_MESSAGES - 1] ?? 0)
      .execute();
    await db.updateTable("account").set({ teaches_all: 0 }).where("id", "=", tutor).execute();
    await db
      .insertInto("teaches")
      .values({ account_id: tutor, course_id: courses[0].id })
      .execute();
    const lessonsOf = (student: number) => courses[student % 2 === 0 ? 0 : 1].lessons;
    await insertAll(db, "upload", uploadRows(students, lessonsOf, tutor));
    const uploads = await db.selectFrom("upload").select("id").execute();
    await insertAll(
      db,
      "upload_file",
      uploads.flatMap(({ id }) => [fileRow(id, 0), fileRow(id, 1)]),
    );
    await sql`analyze`.execute(db);
  });
  return { ...school, students, sessions: filled, course: courses[0].id };
};

const fileRow = (upload_id: number, position: number): Tables["upload_file"] => ({
  upload_id,
  position,
  name: `work-${position}.jpg`,
  type: "image/jpeg",
  size: 1_000,
  checksum: "0".repeat(64),
  stored: randomUUID(),
});

/** Gives hand-ins one file each, which is in the store. */
export const putPhotos = async (
  dataDir: string,
  database: Database,
  uploads: readonly number[],
  { bytes, checksum }: DeskPhoto,
): Promise<void> => {
  for (const id of uploads) {
    const row = { ...fileRow(id, 0), size: bytes.length, checksum };
    await writeFile(path.join(dataDir, "uploads", row.stored), bytes);
    await database.write(async (db) => {
      await db.deleteFrom("upload_file").where("upload_id", "=", id).execute();
      await db.insertInto("upload_file").values(row).execute();
    });
  }
};
