import {
  getConversations,
  getMessage,
  getMessages,
  postMessage,
} from "../../../contract/messages.ts";
import { answersByMail } from "../../db/import-school.ts";
import { parseId } from "../parse-id.ts";
import { type App, route } from "../route.ts";
import type { Services } from "../services.ts";
import { created } from "../typed-answer.ts";
import { readAttachments } from "./attachments.ts";
import { conversationOf, conversationsOf } from "./conversations.ts";
import { isTutor, markRead, messageOf, messagesOf, threadOf } from "./inbox.ts";
import { mailMessage } from "./mail-message.ts";
import { receiveMessage } from "./receive-message.ts";

/** The calls for messages between students and tutors. */
export const messageRoutes = (app: App, services: Services): void => {
  const { database, uploads, background } = services;
  const { read } = database;

  route(app, services, getMessages, async ({ person, query }) => {
    const thread = query.thread === undefined ? null : await threadOf(read, person, query.thread);
    const page = await messagesOf(read, person, query, thread);
    const conversations = () => {
      if (query.before !== undefined) return null;
      if (thread !== null) return conversationOf(read, person, thread);
      return page.cursor ? conversationsOf(read, person, {}) : null;
    };
    return {
      ...page,
      conversations: await conversations(),
      internal: !(await answersByMail(read)),
    };
  });

  route(app, services, getConversations, ({ person, query }) =>
    conversationsOf(read, person, query),
  );

  route(app, services, getMessage, async ({ params, person }) => {
    const message = await messageOf(read, person, parseId(params.id));
    const files = await readAttachments(read, uploads, message.id);
    if (!message.read) await database.write((db) => markRead(db, person, message.id));
    return {
      attachments: files.map(({ name, type, size, bytes }) => ({
        name,
        type,
        size,
        data: bytes.toString("base64"),
      })),
    };
  });

  route(app, services, postMessage, async ({ request, person }) => {
    const { answer, isNew } = await receiveMessage(services, request, person);
    if (isNew && !isTutor(person) && (await answersByMail(read))) {
      background.run("Mailing a message", () => mailMessage(services, person, answer.message));
    }
    return created(answer);
  });
};
