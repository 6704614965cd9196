import type { SignedIn } from "../accounts/session/tokens.ts";
import { nameOf } from "../assignments/sent-assignment.ts";
import { mailingOrganisation } from "../school/organisation.ts";
import type { Services } from "../services.ts";
import { attachmentsOf } from "./attachment-reply.ts";

/** Mails a student's message to the school, which then answers by mail. */
export const mailMessage = async (
  services: Services,
  { accountId, organisationId }: SignedIn,
  message: { id: number; subject: string; body: string; thread: number },
): Promise<void> => {
  const { database, store, mailer, log } = services;
  const { read } = database;
  const organisation = await mailingOrganisation(read, organisationId);
  const account = await read
    .selectFrom("account")
    .select(["first_name", "last_name", "username", "email"])
    .where("id", "=", accountId)
    .executeTakeFirst();
  if (!account) return;
  if (!organisation?.email) {
    log.warn("The school has no mail address; a student's message was not mailed");
    return;
  }
  const first = await read
    .selectFrom("message")
    .select("subject")
    .where("conversation_id", "=", message.thread)
    .orderBy("id")
    .executeTakeFirst();
  const name = nameOf(account);
  const files = await attachmentsOf(read, message.id);
  // The files go from the store to the mail server piece by piece.
  const streams = await Promise.all(files.map(({ key }) => store.stream(key)));
  const sending = mailer.send({
    from: { name: organisation.name, address: organisation.email },
    to: organisation.email,
    replyTo: { name, address: account.email },
    subject: message.subject.trim() || (first?.subject ?? ""),
    text: `${message.body}\n\n-- \n${name} (${account.username})\n`,
    attachments: streams.map((content, at) => ({
      filename: files[at]?.name ?? "",
      contentType: files[at]?.type ?? "",
      content,
    })),
  });
  await sending.finally(() => {
    for (const stream of streams) stream.destroy();
  });
};
