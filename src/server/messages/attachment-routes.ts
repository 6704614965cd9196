import type { SentAnswer } from "../../contract/call.ts";
import { getAttachment, getMessage } from "../../contract/messages.ts";
import type { SignedIn } from "../accounts/session/tokens.ts";
import { visibleTo } from "../desk/visible-rows.ts";
import { NOT_STORED, TypedAnswer } from "../http/answer.ts";
import { disposition } from "../http/reply.ts";
import { type App, byteRoute, queryFor, route } from "../http/route.ts";
import { sendStream } from "../http/send-stream.ts";
import { Tickets, wholeHourAfter } from "../http/tickets.ts";
import { parseId } from "../page.ts";
import { HttpProblem } from "../problem.ts";
import type { Services } from "../services.ts";
import { type AttachmentFile, attachmentsOf, sendAsJson } from "./attachment-reply.ts";
import { markRead, messageOf } from "./inbox.ts";

const subjectOf = ({ checksum }: AttachmentFile): string => `attachment\n${checksum}`;

/** Only pictures keep their type, which the school has detected. The sender chose the others. */
const typeOf = ({ type }: AttachmentFile): string =>
  type.startsWith("image/") ? type : "application/octet-stream";

const notFound = () => new HttpProblem(404, "asset/not_found", "There is no such file");

/** The calls for the files of messages. */
export const attachmentRoutes = (app: App, services: Services): void => {
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
