import type { HonoRequest } from "hono";
import type { Kysely } from "kysely";
import { MAX_BODY_LENGTH, MAX_SUBJECT_LENGTH } from "../../domain/conversations.ts";
import { lockAccounts } from "../accounts/account-rows.ts";
import type { SignedIn } from "../accounts/session/tokens.ts";
import { nameOfAccount } from "../assignments/sent-assignment.ts";
import type { Tables } from "../db/schema.ts";
import { waitForAll } from "../db/wait-for-all.ts";
import { courseOfHandIn, coursesOfAccounts } from "../desk/hand-in.ts";
import { type VisibleRows, visibleTo } from "../desk/visible-rows.ts";
import { keyedRequest, runOnce } from "../idempotent-write.ts";
import { addNewsOfWork } from "../news/news-of-work.ts";
import { addNews } from "../news/outbox.ts";
import { parseId } from "../page.ts";
import { invalid } from "../problem.ts";
import type { Services } from "../services.ts";
import { type ReceivedForm, receiveForm } from "../uploads/receive-form.ts";
import { insertConversation, insertMessage } from "./conversations.ts";
import { isTutor, messageNotFound, messageOf, threadOf } from "./inbox.ts";

interface Texts {
  readonly subject: string;
  readonly body: string;
}

/** Texts that are not too long. @throws HttpProblem 422 */
const withinLimits = ({ subject, body }: Texts): Texts => {
  if (subject.length > MAX_SUBJECT_LENGTH) {
    throw invalid("subject", `must have at most ${MAX_SUBJECT_LENGTH} characters`);
  }
  if (body.length > MAX_BODY_LENGTH) {
    throw invalid("body", `must have at most ${MAX_BODY_LENGTH} characters`);
  }
  return { subject, body };
};

/** The texts of a message that begins a conversation and has no files. @throws HttpProblem 422 */
export const checkedMessage = (texts: Texts): Texts => {
  if (texts.subject.trim() === "") throw invalid("subject", "is required");
  if (texts.body.trim() === "") throw invalid("body", "is required");
  return withinLimits(texts);
};

/** The account of a hand-in, which never changes; null if there is none. */
const ownerOfUpload = async (
  db: Kysely<Tables>,
  uploadId: number | null,
): Promise<number | null> => {
  const row = await db
    .selectFrom("upload")
    .select("account_id")
    .where("id", "=", uploadId ?? 0)
    .executeTakeFirst();
  return row?.account_id ?? null;
};

/**
 * The conversation about a hand-in, which begins with the first call. Call within a write in which the
 * hand-in's account is locked: two calls at once would begin two conversations.
 * @returns whether it has begun now, too; null for a hand-in that the person may not see
 */
const conversationAbout = async (
  services: Services,
  db: Kysely<Tables>,
  visible: VisibleRows,
  uploadId: number | null,
) => {
  const upload = await db
    .selectFrom("upload")
    .select(["id", "account_id", "lesson_id"])
    .where("id", "=", uploadId ?? 0)
    .where(visible.handIns())
    .executeTakeFirst();
  if (!upload) return null;
  const { account_id } = upload;
  const begun = await db
    .selectFrom("conversation")
    .select("id")
    .where("upload_id", "=", upload.id)
    .executeTakeFirst();
  if (begun) return { id: begun.id, account_id, isNew: false };
  const own = (await coursesOfAccounts(db, [account_id])).get(account_id);
  const course_id = courseOfHandIn(services.catalogue.current, upload.lesson_id, own);
  const about = { upload_id: upload.id, course_id };
  return { id: await insertConversation(db, account_id, about), account_id, isNew: true };
};

const check = ({ fields, files }: ReceivedForm) => {
  const thread = fields.get("thread") ?? null;
  const upload = fields.get("upload") ?? null;
  const subject = fields.get("subject") ?? "";
  const body = fields.get("body") ?? "";
  if (thread !== null && upload !== null) throw invalid("upload", "cannot be sent with a thread");
  if (thread === null && subject.trim() === "") throw invalid("subject", "is required");
  if (body.trim() === "" && files.length === 0) throw invalid("body", "is required");
  return { ...withinLimits({ subject, body }), thread, upload };
};

type Written = ReturnType<typeof check>;

/**
 * The conversation that a message answers, or the one about a hand-in, or a new one; and the subject,
 * which only the first message about a hand-in has.
 * @throws HttpProblem 404 for a conversation or a hand-in that the author may not see
 */
const conversationFor = async (
  services: Services,
  db: Kysely<Tables>,
  visible: VisibleRows,
  { thread, upload, subject }: Written,
): Promise<{ id: number; account_id: number; subject: string }> => {
  if (thread !== null) return { ...(await threadOf(db, visible, thread)), subject };
  if (upload !== null) {
    const about = await conversationAbout(services, db, visible, parseId(upload));
    if (!about) throw messageNotFound();
    return { ...about, subject: about.isNew ? subject : "" };
  }
  const { id } = visible.viewer;
  return { id: await insertConversation(db, id), account_id: id, subject };
};

/** What a message adds to what its author has stored. */
const storedBy = (
  { subject, body }: { subject: string; body: string },
  files: ReceivedForm["files"],
) => ({
  messages: 1,
  bytes:
    Buffer.byteLength(subject) +
    Buffer.byteLength(body) +
    files.reduce((sum, { size }) => sum + size, 0),
});

const recordMessage = async (
  services: Services,
  db: Kysely<Tables>,
  visible: VisibleRows,
  written: Written,
  files: ReceivedForm["files"],
): Promise<number> => {
  const { viewer } = visible;
  const [author, conversation] = await waitForAll(
    nameOfAccount(db, viewer.id),
    conversationFor(services, db, visible, written),
  );
  const now = services.clock();
  const role = isTutor(viewer) ? "tutor" : "student";
  const id = await insertMessage(db, {
    conversation_id: conversation.id,
    account_id: conversation.account_id,
    author_id: viewer.id,
    author,
    role,
    subject: conversation.subject,
    body: written.body,
    created: now,
  });
  const { id: subjectId, account_id: accountId } = conversation;
  if (role === "tutor") {
    const news = { accountId, kind: "message", subjectId } as const;
    if (accountId !== viewer.id) await addNews(db, [news], now);
  } else if (!services.catalogue.current.answersByMail) {
    // Other schools have the message itself as a mail.
    await addNewsOfWork(db, accountId, "question", subjectId, now);
  }
  if (files.length > 0) {
    const rows = files.map(({ name, type, size, stored }, position) => ({
      message_id: id,
      position,
      name,
      type,
      size,
      stored,
    }));
    await db.insertInto("message_file").values(rows).execute();
  }
  return id;
};

/**
 * Receives a message with its files, which are on the disk before it is recorded. Runs once for
 * each `Idempotency-Key`.
 * @returns the answer's body, and whether it is new or a repeat
 * @throws HttpProblem for an invalid message, or when the account may not store more
 */
export const receiveMessage = async (
  services: Services,
  request: HonoRequest,
  person: SignedIn,
): Promise<{ answer: { message: Awaited<ReturnType<typeof messageOf>> }; isNew: boolean }> => {
  const { database, uploads, limits } = services;
  const { accountId } = person;
  const keyed = keyedRequest(request, person, services.clock());
  await limits.assertRoom(database.read, person, { messages: 1 });
  const { fields, files } = await receiveForm(request, uploads, "attachments");
  let isNew = false;
  return uploads.untilNamed(files, async (named) => {
    const written = check({ fields, files });
    const more = storedBy(written, files);
    if (files.length > 0) await uploads.keep(files);
    const answer = await database.write(async (db) => {
      const owner = await ownerOfUpload(db, parseId(written.upload ?? ""));
      const lock = () => lockAccounts(database, db, [accountId, owner ?? accountId]);
      return runOnce(db, lock, keyed, async () => {
        await limits.assertRoom(db, person, more);
        const visible = await visibleTo(services, db, person);
        named();
        const id = await recordMessage(services, db, visible, written, files);
        isNew = true;
        return { message: await messageOf(db, visible, id) };
      });
    });
    return { answer, isNew };
  });
};
