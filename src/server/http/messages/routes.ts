import { getMessage, getMessages, postMessage } from "../../../contract/messages.ts";
import { answersByMail } from "../../db/import-school.ts";
import { sendJson } from "../answer.ts";
import { type App, endpoint, parameter } from "../endpoint.ts";
import { numberIn } from "../number-in.ts";
import { reply } from "../reply.ts";
import type { Services } from "../services.ts";
import { readAttachments } from "./attachments.ts";
import { isTutor, markRead, messageOf, messagesOf } from "./inbox.ts";
import { mailMessage } from "./mail-message.ts";
import { postedMessage } from "./post-message.ts";

/** What students ask their tutors, and what these answer. */
export const messageRoutes = (app: App, services: Services): void => {
  const { database, uploads, background } = services;
  const { read } = database;

  endpoint(app, services, getMessages, async ({ request, person }) =>
    sendJson(request, {
      messages: await messagesOf(read, person),
      internal: !(await answersByMail(read)),
    }),
  );

  endpoint(app, services, getMessage, async ({ request, person }) => {
    const message = await messageOf(read, person, numberIn(parameter(request, "id")));
    const files = await readAttachments(read, uploads, message.id);
    if (!message.read) await database.write((db) => markRead(db, person, message.id));
    return sendJson(request, {
      attachments: files.map(({ name, type, size, bytes }) => ({
        name,
        type,
        size,
        data: bytes.toString("base64"),
      })),
    });
  });

  endpoint(app, services, postMessage, async ({ request, person }) => {
    const { answer, isNew } = await postedMessage(services, request, person);
    if (isNew && !isTutor(person) && (await answersByMail(read))) {
      background.run("Mailing a message", () => mailMessage(services, person, answer.message));
    }
    return reply(JSON.stringify(answer), 201, {
      "Content-Type": "application/json",
      "Cache-Control": "no-store",
    });
  });
};
