import type { SentAnswer } from "../../contract/call.ts";
import {
  getAttachment,
  getConversations,
  getMessage,
  getMessages,
  postMessage,
} from "../../contract/messages.ts";
import type { SignedIn } from "../accounts/session/tokens.ts";
import { nameOf } from "../assignments/sent-assignment.ts";
import { visibleTo } from "../desk/visible-rows.ts";
import { created, NOT_STORED, TypedAnswer } from "../http/answer.ts";
import { disposition } from "../http/reply.ts";
import { type App, byteRoute, queryFor, route } from "../http/route.ts";
import { sendStream } from "../http/send-stream.ts";
import { Tickets, wholeHourAfter } from "../http/tickets.ts";
import { parseId } from "../page.ts";
import { HttpProblem } from "../problem.ts";
import { mailingOrganisation } from "../school/organisation.ts";
import type { Services } from "../services.ts";
import { type AttachmentFile, attachmentsOf, sendAsJson } from "./attachment-reply.ts";
import { conversationOf, conversationsOf } from "./conversations.ts";
import { isTutor, markRead, messageOf, messagesOf, threadOf } from "./inbox.ts";
import { receiveMessage } from "./receive-message.ts";

const subjectOf = ({ checksum }: AttachmentFile): string => `attachment\n${checksum}`;

/** Only pictures keep their type, which the school has detected. The sender chose the others. */
const typeOf = ({ type }: AttachmentFile): string =>
  type.startsWith("image/") ? type : "application/octet-stream";

const notFound = () => new HttpProblem(404, "asset/not_found", "There is no such file");

const attachmentRoutes = (app: App, services: Services): void => {
  const { database, store, redirects, limits, clock } = services;
  const { read } = database;
  const tickets = new Tickets(services);

  const messageAsked = async (person: SignedIn, id: string) =>
    messageOf(read, await visibleTo(services, read, person), parseId(id));

  route(app, services, getMessage, async ({ params, query, person }) => {
    const { id, read: isRead } = await messageAsked(person, params.id);
    const files = await attachmentsOf(read, id);
    if (!isRead) await database.write((db) => markRead(db, person, id));
    if (query.files === "url" || files.length === 0) {
      const addresses = files.map(async (file, number) => ({
        name: file.name,
        type: file.type,
        size: file.size,
        url: `/user/messages/${id}/attachments/${number}?ticket=${await tickets.issue({ kind: "person", person }, subjectOf(file), wholeHourAfter(clock()))}`,
      }));
      return { attachments: await Promise.all(addresses) };
    }
    const { accountId } = person;
    await limits.streams.enter(accountId);
    const leave = () => limits.streams.leave(accountId);
    return new TypedAnswer<SentAnswer<typeof getMessage>>(async (request) => {
      try {
        return await sendAsJson(request, store, files, leave);
      } catch (reason) {
        leave();
        throw reason;
      }
    });
  });

  const fileAsked = async ({ id, number }: Record<"id" | "number", string>) => {
    const files = await attachmentsOf(read, parseId(id) ?? 0);
    return /^\d{1,3}$/.test(number) ? files[Number(number)] : undefined;
  };

  const send = (request: Parameters<typeof sendStream>[0], file: AttachmentFile) =>
    sendStream(
      request,
      { ...file, type: typeOf(file), open: (range) => store.stream(file.key, range) },
      {
        // A shared computer must not store private files.
        "Cache-Control": NOT_STORED,
        "Content-Disposition": disposition(file.name),
      },
    );

  // A link and a picture carry a ticket in the address; other requests carry a token, see below.
  app.get(getAttachment.path, async ({ req }, next) => {
    const { ticket } = queryFor(getAttachment, req);
    if (ticket === undefined) return next();
    const file = await fileAsked(req.param());
    const holder = file ? await tickets.holder(ticket, subjectOf(file)) : null;
    if (file && holder?.kind === "person") {
      // The holder may have lost the course, or the level, since the ticket was issued.
      await messageAsked(holder.person, req.param("id"));
      const elsewhere = await redirects.answer(req, file.key, {
        type: typeOf(file),
        size: file.size,
        disposition: disposition(file.name),
        isPrivate: true,
      });
      return elsewhere ?? send(req, file);
    }
    // An invalid ticket counts as no ticket.
    return next();
  });

  byteRoute(app, services, getAttachment, async ({ request, params, person }) => {
    await messageAsked(person, params.id);
    const file = await fileAsked(params);
    if (!file) throw notFound();
    return send(request, file);
  });
};

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
