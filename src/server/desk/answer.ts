import type { HonoRequest } from "hono";
import type { Kysely, Selectable } from "kysely";
import type * as v from "valibot";
import type { postDeskAnswer } from "../../contract/desk.ts";
import { isPublished, PUBLISHED_AFTER_MS } from "../../domain/hand-in-answer.ts";
import { MAX_VOICE_BYTES, voiceKind } from "../../domain/voice.ts";
import { lockAccounts } from "../accounts/account-rows.ts";
import type { SignedIn } from "../accounts/session/tokens.ts";
import {
  answerChange,
  checkedAnswer,
  earlierWaiting,
  recordAnswer,
} from "../assignments/record-answer.ts";
import { withFiles } from "../assignments/uploads.ts";
import { recordChange } from "../audit/record-change.ts";
import { takesVoice } from "../content/import-school.ts";
import { type Tables, type UploadRow, VOICE_POSITION } from "../db/schema.ts";
import { findFirstAnswer, keyedRequest, runOnce } from "../idempotent-write.ts";
import { languageOf } from "../news/news-choice.ts";
import { HttpProblem, invalid } from "../problem.ts";
import type { Services } from "../services.ts";
import { answeredAt, deskHandIn, visibleUpload } from "./hand-in.ts";
import { type MarkedCopy, markFiles } from "./marked-files.ts";
import { visibleTo } from "./visible-rows.ts";

/** The columns of a hand-in that an answer changes. */
const ANSWERED = [
  "state",
  "feedback",
  "feedback_at",
  "first_answered",
  "tutor",
  "answered_by",
  "published_at",
  "seen",
] as const;

interface Before {
  readonly upload: Pick<UploadRow, (typeof ANSWERED)[number]>;
  /** The earlier hand-ins that waited, with the time from which on their students were told. */
  readonly earlier: readonly number[];
  readonly marked: readonly Selectable<Tables["marked_file"]>[];
}

/** Keeps what an answer is about to replace; call within its write, before it. */
const keepBefore = async (db: Kysely<Tables>, upload: UploadRow): Promise<void> => {
  const before: Before = {
    upload: await db
      .selectFrom("upload")
      .select(ANSWERED)
      .where("id", "=", upload.id)
      .executeTakeFirstOrThrow(),
    earlier: (await earlierWaiting(db, upload)).map(({ id }) => id),
    marked: await db
      .selectFrom("marked_file")
      .selectAll()
      .where("upload_id", "=", upload.id)
      .execute(),
  };
  const data = JSON.stringify(before);
  await db
    .insertInto("answer_before")
    .values({ upload_id: upload.id, data })
    .onConflict((on) => on.column("upload_id").doUpdateSet({ data }))
    .execute();
};

/**
 * Puts back what an answer has replaced; call within a write in which the student's account is locked.
 * The files of earlier marked copies are still in the store (see `isKeptBefore`).
 * @returns false if nothing has been kept
 */
const restoreBefore = async (db: Kysely<Tables>, uploadId: number): Promise<boolean> => {
  const row = await db
    .selectFrom("answer_before")
    .select("data")
    .where("upload_id", "=", uploadId)
    .executeTakeFirst();
  if (!row) return false;
  const before: Before = JSON.parse(row.data);
  await db.updateTable("upload").set(before.upload).where("id", "=", uploadId).execute();
  if (before.earlier.length > 0) {
    await db
      .updateTable("upload")
      .set({ state: "uploaded", published_at: null, answered_by: null, first_answered: null })
      .where("id", "in", [...before.earlier])
      .execute();
  }
  await db.deleteFrom("marked_file").where("upload_id", "=", uploadId).execute();
  if (before.marked.length > 0) {
    await db
      .insertInto("marked_file")
      .values([...before.marked])
      .execute();
  }
  await db.deleteFrom("answer_before").where("upload_id", "=", uploadId).execute();
  return true;
};

/** Whether a marked copy that can be put back has the stored file. Answers are kept for seconds. */
export const isKeptBefore = async (read: Kysely<Tables>, stored: string): Promise<boolean> =>
  (await read
    .selectFrom("answer_before")
    .select("upload_id")
    .where("data", "like", `%"${stored}"%`)
    .executeTakeFirst()) !== undefined;

/** Deletes what answers have replaced of which students have been told; call within a write. */
export const sweepBefore = async (db: Kysely<Tables>, now: number): Promise<void> => {
  await db
    .deleteFrom("answer_before")
    .where("upload_id", "in", (of) =>
      of
        .selectFrom("upload")
        .select("id")
        .where((is) => is.or([is("published_at", "is", null), is("published_at", "<", now)])),
    )
    .execute();
};

const FORM = /^[A-Za-z\d+/]+={0,2}$/;

/**
 * The bytes of a recording that comes with an answer.
 * @param voice in Base64
 * @throws HttpProblem 422 for what is none or too long, or at a school that takes none
 */
const checkedVoice = async (read: Kysely<Tables>, voice: string): Promise<Buffer> => {
  if (!(await takesVoice(read))) throw invalid("voice", "is not taken by this school");
  const most = Math.ceil(MAX_VOICE_BYTES / 3) * 4;
  if (voice.length > most) throw invalid("voice", `must have at most ${MAX_VOICE_BYTES} bytes`);
  const bytes = FORM.test(voice) ? Buffer.from(voice, "base64") : Buffer.alloc(0);
  if (!voiceKind(bytes)) throw invalid("voice", "must be a recording in WebM, Ogg or MP4");
  return bytes;
};

/** Receives a checked recording. It lies in the upload folder until it is kept. */
const receiveVoice = async (
  { uploads }: Pick<Services, "uploads">,
  bytes: Buffer,
): Promise<MarkedCopy> => {
  const { type = "", extension = "" } = voiceKind(bytes) ?? {};
  const received = await uploads.receive([bytes], MAX_VOICE_BYTES);
  const row = { position: VOICE_POSITION, drawing: "[]", pins: null };
  return { ...received, ...row, name: `voice.${extension}`, type };
};

type SentAnswer = v.InferOutput<NonNullable<typeof postDeskAnswer.body>>;

const assertUnanswered = (upload: UploadRow, replaces: string | null): void => {
  const seen = replaces === null ? null : Date.parse(replaces);
  const present = upload.feedback_at === null ? null : Number(upload.feedback_at);
  if (seen === present) return;
  throw new HttpProblem(409, "assignment/answered", "The hand-in has another answer by now");
};

const replaceMarks = async (
  db: Kysely<Tables>,
  uploadId: number,
  copies: readonly MarkedCopy[],
  keepsVoice: boolean,
): Promise<void> => {
  await db
    .deleteFrom("marked_file")
    .where("upload_id", "=", uploadId)
    .$if(keepsVoice, (query) => query.where("position", "!=", VOICE_POSITION))
    .execute();
  if (copies.length === 0) return;
  const rows = copies.map(({ position, drawing, pins, name, type, size, checksum, stored }) => ({
    upload_id: uploadId,
    ...{ position, drawing, pins, name, type, size, checksum, stored },
  }));
  await db.insertInto("marked_file").values(rows).execute();
};

/**
 * Answers a hand-in. The marked copies are in the store before the answer is recorded. Runs once for
 * each `Idempotency-Key`.
 * @param untilGone aborts when nobody waits for the response any more
 * @throws HttpProblem 404, 409, 422, OverloadedError; then nothing has changed
 */
export const answerHandIn = async (
  services: Services,
  request: HonoRequest,
  tutor: SignedIn,
  uploadId: number | null,
  sent: SentAnswer,
  untilGone: AbortSignal,
) => {
  const { database, uploads } = services;
  const { read } = database;
  const visible = await visibleTo(services, read, tutor);
  const seen = await visibleUpload(read, visible, uploadId);
  const [upload] = await withFiles(read, [seen]);
  const keepsVoice = sent.voice === "" && Boolean(upload?.voice);
  const answer = checkedAnswer({ ...sent, voice: sent.voice || (keepsVoice ? "" : null) });
  const keyed = keyedRequest(request, tutor, services.clock());
  const isRepeat = (await findFirstAnswer(read, keyed)) !== undefined;
  // Drawing takes a second; a refusal that is known before comes first.
  if (!isRepeat) assertUnanswered(seen, sent.replaces);
  const spoken = sent.voice && !isRepeat ? await checkedVoice(read, sent.voice) : null;
  const language = await languageOf(read, seen.account_id);
  const copies =
    upload && !isRepeat
      ? await markFiles(services, upload, sent.drawings, language, untilGone)
      : [];
  return uploads.untilNamed(copies, async (named) => {
    if (spoken) copies.push(await receiveVoice(services, spoken));
    if (copies.length > 0) await uploads.keep(copies);
    return database.write(async (db) => {
      const lock = () => lockAccounts(database, db, [tutor.accountId, seen.account_id]);
      return runOnce(db, lock, keyed, async () => {
        const visibleNow = await visibleTo(services, db, tutor);
        const present = await visibleUpload(db, visibleNow, seen.id);
        assertUnanswered(present, sent.replaces);
        // A later answer has a later time, which tells it from the one that it replaces.
        const now = Math.max(services.clock(), Number(present.feedback_at ?? 0) + 1);
        await keepBefore(db, present);
        await recordAnswer(db, tutor, present, {
          ...answer,
          now,
          publishedAt: now + PUBLISHED_AFTER_MS,
        });
        named();
        await replaceMarks(db, present.id, copies, keepsVoice);
        await db.deleteFrom("hand_in_claim").where("upload_id", "=", present.id).execute();
        return { hand_in: await deskHandIn(services, db, visibleNow, present.id) };
      });
    });
  });
};

/**
 * Takes back an answer of which the student has not been told.
 * @throws HttpProblem 403 for another tutor's answer, 404, or 409 once the student has been told
 */
export const takeBackAnswer = async (
  services: Services,
  tutor: SignedIn,
  uploadId: number | null,
) => {
  const { database, clock } = services;
  return database.write(async (db) => {
    const visible = await visibleTo(services, db, tutor);
    const { id, account_id } = await visibleUpload(db, visible, uploadId);
    await database.lockAccount(db, account_id);
    const present = await visibleUpload(db, visible, id);
    const isOpen = answeredAt(present) !== null && !isPublished(present.published_at, clock());
    if (isOpen && present.answered_by !== tutor.accountId) {
      throw new HttpProblem(403, "session/not_allowed", "Another tutor has given this answer");
    }
    if (!isOpen || !(await restoreBefore(db, id))) {
      throw new HttpProblem(409, "assignment/published", "The student has been told of the answer");
    }
    const change = await answerChange(db, tutor, present);
    await recordChange(db, clock(), {
      ...{ ...change, action: "answer-taken-back", kind: "hand-in", subject: id },
    });
    return { hand_in: await deskHandIn(services, db, visible, id) };
  });
};
