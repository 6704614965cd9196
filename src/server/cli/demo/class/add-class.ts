import { createReadStream } from "node:fs";
import path from "node:path";
import type { Kysely } from "kysely";
import type { SentLesson, SentProduct } from "../../../../contract/content.ts";
import { TUTOR_LEVEL } from "../../../../domain/roles.ts";
import { nameOf } from "../../../assignments/sent-assignment.ts";
import { insertUpload } from "../../../assignments/uploads.ts";
import { publishedProducts } from "../../../content/import-school.ts";
import type { Database } from "../../../db/open-database.ts";
import type { Account, ProgressRow, Tables } from "../../../db/schema.ts";
import { readSetting, writeSetting } from "../../../db/settings.ts";
import { insertConversation, insertMessage } from "../../../messages/conversations.ts";
import type { StoredUpload, UploadStore } from "../../../uploads/upload-store.ts";
import { CLASS_FOLDER, type ClassData, type CourseProgress } from "./class-data.ts";

type StudyRow = Omit<ProgressRow, "account_id">;

const MIN_SECONDS = 420;
const MAX_SECONDS = 2100;

/** How long the student studied a lesson. Varies by lesson, but is the same at each first start. */
const secondsOf = (lessonId: number, at: number): number =>
  MIN_SECONDS + ((lessonId * 7919 + at * 104_729) % (MAX_SECONDS - MIN_SECONDS));

/** The parts of a main lesson in order, and then the lesson itself. */
const withSubLessons = (lesson: SentLesson): number[] => [...lesson.subLessons, lesson.dbid];

/**
 * A student's progress in a course, as rows without the account. The lessons are spread evenly
 * between the first and the last time.
 * @param now the demo's first start
 * @throws when no product has the course
 */
const studyRows = (
  products: readonly SentProduct[],
  { course: key, done, from, to, opened }: CourseProgress,
  now: Temporal.ZonedDateTime,
): StudyRow[] => {
  const product = products.find(({ courses }) => Object.hasOwn(courses, key));
  const course = product?.courses[key];
  if (!product || !course) throw new Error(`The demo's content has no course ${key}`);
  const byId = new Map(Object.values(product.lessons).map((lesson) => [lesson.dbid, lesson]));
  const completed = course.lessonsOrder.slice(0, done);
  const step = completed.length > 1 ? (to(now) - from(now)) / (completed.length - 1) : 0;

  const rows = completed.flatMap(({ id, package_id }, at) => {
    const lesson = byId.get(id);
    const ids = lesson ? withSubLessons(lesson) : [id];
    // A main lesson's parts fill the time before it is completed.
    let end = Math.round(from(now) + step * at);
    return ids.toReversed().map((lessonId): StudyRow => {
      const seconds = secondsOf(lessonId, at);
      const row = {
        lesson_id: lessonId,
        package_id,
        course_id: course.props.id,
        opened: end - seconds * 1000,
        completed: end,
        last_seen: end,
        seconds,
      };
      end -= (seconds + 60) * 1000;
      return row;
    });
  });

  const next = course.lessonsOrder[completed.length];
  if (!opened || !next) return rows;
  const open = { opened: opened(now), completed: null, last_seen: opened(now), seconds: 0 };
  return [
    ...rows,
    { lesson_id: next.id, package_id: next.package_id, course_id: course.props.id, ...open },
  ];
};

/** The setting that holds the state of the class: `wanted` or `made`. */
const CLASS = "demo_class";
const MAX_FILE_BYTES = 2_000_000;
const TYPES: Readonly<Record<string, string>> = {
  ".jpg": "image/jpeg",
  ".pdf": "application/pdf",
};

type DemoFile = { file: string; name: string };

type ClassFiles = ReadonlyMap<DemoFile, StoredUpload>;

/** Stores the class's files as uploads. A file that is used twice is stored twice. */
const storeFiles = async (
  uploads: UploadStore,
  { handIns, conversations }: ClassData,
): Promise<ClassFiles> => {
  const files = [...handIns, ...conversations.flatMap(({ messages }) => messages)].flatMap(
    (each) => each.files,
  );
  const kept = new Map<DemoFile, StoredUpload>();
  for (const each of files) {
    const bytes = createReadStream(path.join(CLASS_FOLDER, each.file));
    kept.set(each, await uploads.receive(bytes, MAX_FILE_BYTES));
  }
  await uploads.keep([...kept.values()]);
  return kept;
};

/** The school's data to which the class's data refers. */
interface ClassSchool {
  db: Kysely<Tables>;
  now: Temporal.ZonedDateTime;
  data: ClassData;
  files: ClassFiles;
  products: readonly SentProduct[];
  /** @throws when no account has that name */
  account: (username: string) => Account;
}

const fileRows = ({ files }: ClassSchool, sent: readonly DemoFile[]) =>
  sent.map((each, position) => {
    const upload = files.get(each);
    if (!upload) throw new Error(`${each.file} has not been kept`);
    const { stored, size, checksum } = upload;
    return {
      row: { position, name: each.name, type: TYPES[path.extname(each.file)] ?? "", size, stored },
      checksum,
    };
  });

const lessonId = ({ products }: ClassSchool, key: string): number => {
  const lesson = products.map(({ lessons }) => lessons[key]).find(Boolean);
  if (!lesson) throw new Error(`The demo's content has no lesson ${key}`);
  return lesson.dbid;
};

const addStudy = async (school: ClassSchool): Promise<void> => {
  for (const studied of school.data.progress) {
    const accountId = school.account(studied.username).id;
    const rows = studyRows(school.products, studied, school.now);
    await school.db
      .insertInto("progress")
      .values(rows.map((row) => ({ account_id: accountId, ...row })))
      .execute();
  }
};

const addHandIns = async (school: ClassSchool): Promise<void> => {
  const { db, now, data } = school;
  const tutor = school.account("tutor");
  for (const handIn of data.handIns.toSorted((a, b) => a.at(now) - b.at(now))) {
    const { answer } = handIn;
    const id = await insertUpload(db, {
      account_id: school.account(handIn.username).id,
      lesson_id: lessonId(school, handIn.lesson),
      created: handIn.at(now),
      comment: handIn.comment,
      state: answer?.state ?? "uploaded",
      feedback: answer?.text ?? null,
      feedback_at: answer?.at(now) ?? null,
      tutor: answer ? nameOf(tutor) : null,
      answered_by: answer ? tutor.id : null,
      published_at: answer?.at(now) ?? null,
      seen: Number(answer !== undefined && !answer.isNew),
    });
    const rows = fileRows(school, handIn.files);
    await db
      .insertInto("upload_file")
      .values(rows.map(({ row, checksum }) => ({ upload_id: id, checksum, ...row })))
      .execute();
  }
};

const addConversations = async (school: ClassSchool): Promise<void> => {
  const { db, now, data, account } = school;
  const messages = [];
  for (const { subject, messages: inOrder } of data.conversations) {
    const [first] = inOrder;
    if (!first) continue;
    const student = account(first.from);
    const conversation = { id: await insertConversation(db, student.id), account_id: student.id };
    const readers = [student.username, "tutor", "admin"];
    messages.push(...inOrder.map((each) => ({ ...each, subject, conversation, readers })));
  }
  for (const each of messages.toSorted((a, b) => a.at(now) - b.at(now))) {
    const author = account(each.from);
    const id = await insertMessage(db, {
      conversation_id: each.conversation.id,
      account_id: each.conversation.account_id,
      author_id: author.id,
      author: nameOf(author),
      role: author.level >= TUTOR_LEVEL ? "tutor" : "student",
      subject: each.subject,
      body: each.body,
      created: each.at(now),
    });
    for (const { row } of fileRows(school, each.files)) {
      await db
        .insertInto("message_file")
        .values({ message_id: id, ...row })
        .execute();
    }
    for (const reader of each.readers) {
      if (reader === each.from || each.unreadBy.includes(reader)) continue;
      const read = { account_id: account(reader).id, message_id: id };
      await db.insertInto("message_read").values(read).execute();
    }
  }
};

const addTablesAndNotes = async (school: ClassSchool): Promise<void> => {
  const { db, now, data, account } = school;
  const tables = data.tables.map(({ username, name, units, isDefault, updated, values }) => ({
    account_id: account(username).id,
    name,
    is_default: isDefault ? 1 : 0,
    units,
    updated: updated(now),
    data: JSON.stringify(values),
  }));
  await db.insertInto("measurement").values(tables).execute();
  const notes = data.notes.map(({ username, lesson, text, updated }) => ({
    account_id: account(username).id,
    lesson_id: lessonId(school, lesson),
    text,
    updated: updated(now),
  }));
  await db.insertInto("note").values(notes).execute();
};

/**
 * Whether the class still has to be made: the database has no account, or an earlier start was
 * interrupted. A school with real accounts never gets a demo class.
 */
export const needsClass = async (database: Database): Promise<boolean> => {
  const { read } = database;
  const state = await readSetting(read, CLASS);
  if (state !== null) return state === "wanted";
  if (await read.selectFrom("account").select("id").limit(1).executeTakeFirst()) return false;
  await database.write((db) => writeSetting(db, CLASS, "wanted"));
  return true;
};

/**
 * Adds the work of the class, completely or not at all. Its accounts exist already. The data is the same at each
 * first start, with times relative to that start.
 * @param now that start, in the school's time zone
 * @throws when the content lacks a lesson that the class has studied
 */
export const addClass = async (
  database: Database,
  uploads: UploadStore,
  data: ClassData,
  now: Temporal.ZonedDateTime,
): Promise<void> => {
  const files = await storeFiles(uploads, data);
  await database.write(async (db) => {
    const accounts = new Map(
      (await db.selectFrom("account").selectAll().execute()).map((row) => [row.username, row]),
    );
    const account = (username: string): Account => {
      const row = accounts.get(username);
      if (!row) throw new Error(`The demo has no account ${username}`);
      return row;
    };
    const products = await publishedProducts(db);
    const school: ClassSchool = { db, now, data, files, products, account };
    await addStudy(school);
    await addHandIns(school);
    await addConversations(school);
    await addTablesAndNotes(school);
    await writeSetting(db, CLASS, "made");
  });
};
