import type { HonoRequest } from "hono";
import { getMarkedFile, getUploadedFile, getVoice } from "../../contract/assignments.ts";
import { isPublished } from "../../domain/hand-in-answer.ts";
import type { SignedIn } from "../accounts/session/tokens.ts";
import { VOICE_POSITION } from "../db/schema.ts";
import { visibleTo } from "../desk/visible-rows.ts";
import { NOT_STORED } from "../http/answer.ts";
import { disposition } from "../http/reply.ts";
import { type App, byteRoute } from "../http/route.ts";
import { sendStream } from "../http/send-stream.ts";
import { parseId } from "../page.ts";
import { HttpProblem } from "../problem.ts";
import type { Services } from "../services.ts";
import { sentFile } from "../store/store.ts";

const fileNotFound = () => new HttpProblem(404, "asset/not_found", "There is no such file");

/** The calls for the files of hand-ins, and for the copies that tutors have drawn on. */
export const fileRoutes = (app: App, services: Services): void => {
  const { database, store, clock } = services;
  const { read } = database;

  const uploadedFile = async (
    { id, uploadId, fileName }: Record<"id" | "uploadId" | "fileName", string>,
    person: SignedIn,
  ) => {
    const visible = await visibleTo(services, read, person);
    const file = await read
      .selectFrom("upload_file")
      .innerJoin("upload", "upload.id", "upload_file.upload_id")
      .select(["name", "size", "checksum", "stored"])
      .where("upload.id", "=", parseId(uploadId) ?? 0)
      .where("lesson_id", "=", parseId(id) ?? 0)
      .where("name", "=", fileName.replaceAll("\0", ""))
      .where(visible.handIns())
      .executeTakeFirst();
    if (!file) throw fileNotFound();
    return file;
  };

  byteRoute(app, services, getUploadedFile, async ({ request, params, person }) => {
    const { name, size, checksum, stored } = await uploadedFile(params, person);
    return sendStream(
      request,
      {
        size,
        checksum,
        // Always sent as a download, so that a browser never displays a file from another user.
        type: "application/octet-stream",
        open: (range) => store.stream(sentFile(stored), range),
      },
      { "Cache-Control": NOT_STORED, "Content-Disposition": disposition(name) },
    );
  });

  const markedFile = async (
    { id, uploadId, position }: Record<"id" | "uploadId" | "position", string>,
    person: SignedIn,
  ) => {
    const visible = await visibleTo(services, read, person);
    const file = await read
      .selectFrom("marked_file")
      .innerJoin("upload", "upload.id", "marked_file.upload_id")
      .select(["name", "type", "size", "checksum", "stored", "account_id", "published_at"])
      .where("upload.id", "=", parseId(uploadId) ?? 0)
      .where("lesson_id", "=", parseId(id) ?? 0)
      .where("position", "=", parseId(position) ?? -1)
      .where(visible.handIns())
      .executeTakeFirst();
    if (!file) throw fileNotFound();
    const isTheirs = file.account_id === person.accountId;
    if (isTheirs && !isPublished(file.published_at, clock())) throw fileNotFound();
    return file;
  };

  const sendMarked = async (
    request: HonoRequest,
    { name, type, size, checksum, stored }: Awaited<ReturnType<typeof markedFile>>,
  ) =>
    sendStream(
      request,
      {
        size,
        checksum,
        type: type.startsWith("image/") ? type : "application/octet-stream",
        open: (range) => store.stream(sentFile(stored), range),
      },
      { "Cache-Control": NOT_STORED, "Content-Disposition": disposition(name) },
    );

  byteRoute(app, services, getMarkedFile, async ({ request, params, person }) =>
    sendMarked(request, await markedFile(params, person)),
  );

  byteRoute(app, services, getVoice, async ({ request, params, person }) =>
    sendMarked(request, await markedFile({ ...params, position: `${VOICE_POSITION}` }, person)),
  );
};
