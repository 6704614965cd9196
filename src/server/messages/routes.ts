import { getConversations, getMessages, postMessage } from "../../contract/messages.ts";
import type { SignedIn } from "../accounts/session/tokens.ts";
import { nameOf } from "../assignments/sent-assignment.ts";
import { visibleTo } from "../desk/visible-rows.ts";
import { created } from "../http/answer.ts";
import { type App, route } from "../http/route.ts";
import { mailingOrganisation } from "../school/organisation.ts";
import type { Services } from "../services.ts";
import { attachmentsOf } from "./attachment-reply.ts";
import { attachmentRoutes } from "./attachment-routes.ts";
import { conversationOf, conversationsOf } from "./conversations.ts";
import { isTutor, messagesOf, threadOf } from "./inbox.ts";
import { receiveMessage } from "./receive-message.ts";

/** Mails a student's message to the school, which then answers by mail. */
const mailMessage = async (
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

/** The calls for messages between students and tutors. */
export const messageRoutes = (app: App, services: Services): void => {
  const { database, background } = services;
  const { read } = database;

  route(app, services, getMessages, async ({ person, query }) => {
    const visible = await visibleTo(services, read, person);
    const thread =
      query.thread === undefined ? null : (await threadOf(read, visible, query.thread)).id;
    const page = await messagesOf(read, visible, query, thread);
    const conversations = () => {
      if (query.before !== undefined) return null;
      if (thread !== null) return conversationOf(read, visible, thread);
      return page.cursor ? conversationsOf(read, visible, {}) : null;
    };
    return {
      ...page,
      conversations: await conversations(),
      internal: !services.catalogue.current.answersByMail,
    };
  });

  route(app, services, getConversations, async ({ person, query }) =>
    conversationsOf(read, await visibleTo(services, read, person), query),
  );

  attachmentRoutes(app, services);

  route(app, services, postMessage, async ({ request, person }) => {
    const { answer, isNew } = await receiveMessage(services, request, person);
    if (isNew && !isTutor(person) && services.catalogue.current.answersByMail) {
      background.run("Mailing a message", () => mailMessage(services, person, answer.message));
    }
    return created(answer);
  });
};
