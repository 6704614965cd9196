import { readdir } from "node:fs/promises";
import path from "node:path";
import { verifyMailServer } from "../../mailer.ts";
import { type Found, found } from "./finding.ts";
import type { Patient } from "./patient.ts";

/** Mail that has waited for longer is worth a word. */
const LATE_MS = 3_600_000;

/** How many mails lie in the folder for mail that no server takes. */
const countOutbox = async (dataDir: string): Promise<number> => {
  try {
    return (await readdir(path.join(dataDir, "outbox"))).length;
  } catch {
    return 0;
  }
};

const checkServer = async ({ environment }: Patient): Promise<Found> => {
  const { smtpUrl, dataDir } = environment;
  if (smtpUrl === null)
    return found("staff-doctor.mail-none", { count: await countOutbox(dataDir) });
  const { host } = new URL(smtpUrl);
  const problem = await verifyMailServer(smtpUrl);
  return problem === null
    ? found("staff-doctor.mail-fine", { server: host })
    : found("staff-doctor.mail-away", { server: host, reason: problem });
};

const countRows = async ({ database: { read }, clock }: Patient) => {
  const waiting = await read
    .selectFrom("news_due")
    .select(({ fn }) => fn.countAll().as("count"))
    .where("tries", ">", 0)
    .where("since", "<", clock() - LATE_MS)
    .executeTakeFirstOrThrow();
  const refused = await read
    .selectFrom("news_choice")
    .innerJoin("account", "account.id", "news_choice.account_id")
    .select(({ fn }) => fn.countAll().as("count"))
    .whereRef("refused", "=", "account.email")
    .executeTakeFirstOrThrow();
  return { waiting: Number(waiting.count), refused: Number(refused.count) };
};

/** Whether the mail server takes the school's mails, and whether people get theirs. */
export const checkMail = async (patient: Patient): Promise<Found[]> => {
  const server = await checkServer(patient);
  const { waiting, refused } = await countRows(patient);
  return [
    server,
    ...(waiting > 0 ? [found("staff-doctor.mail-waiting", { count: waiting })] : []),
    ...(refused > 0 ? [found("staff-doctor.mail-refused", { count: refused })] : []),
  ];
};
