import { getConversations, getMessages, postMessage } from "../../contract/messages.ts";
import { visibleTo } from "../desk/visible-rows.ts";
import { type App, route } from "../http/route.ts";
import { created } from "../http/typed-answer.ts";
import type { Services } from "../services.ts";
import { attachmentRoutes } from "./attachment-routes.ts";
import { conversationOf, conversationsOf } from "./conversations.ts";
import { isTutor, messagesOf, threadOf } from "./inbox.ts";
import { mailMessage } from "./mail-message.ts";
import { receiveMessage } from "./receive-message.ts";

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
