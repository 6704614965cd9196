import type { HonoRequest } from "hono";
import {
  MAX_TABLE_BYTES,
  PEOPLE_CHECK,
  PEOPLE_IMPORT,
  postImport,
  postImportCheck,
  postImportRun,
} from "../../../contract/staff-import.ts";
import { mayHandleJob } from "../../../domain/staff-rights.ts";
import type { SignedIn } from "../../accounts/session/tokens.ts";
import { created } from "../../http/answer.ts";
import { type App, route } from "../../http/route.ts";
import { type JobRow, orderJobFor } from "../../jobs/job-rows.ts";
import { parseId } from "../../page.ts";
import { HttpProblem, invalid } from "../../problem.ts";
import type { Services } from "../../services.ts";
import { sentFile } from "../../store/store.ts";
import { readFormParts } from "../../uploads/multipart.ts";
import type { StoredUpload } from "../../uploads/upload-store.ts";
import type { CheckOrder, RunOrder } from "./import-jobs.ts";

const MAX_FILE_NAME = 200;
/** The headers of a form around its file. */
const FORM_BYTES = 16 * 1024;

const tooLarge = () =>
  new HttpProblem(413, "request/too_large", `The file may have at most ${MAX_TABLE_BYTES} bytes`);

const GUESSED: CheckOrder["reading"] = {
  columns: null,
  encoding: null,
  separator: null,
  date_order: null,
  odd_letters: false,
  sheet: null,
  titles_row: null,
};

const fileNameOf = (given: string): string =>
  given
    .replace(/\p{Cc}/gu, " ")
    .trim()
    .slice(-MAX_FILE_NAME) || "people.csv";

/** Receives the only file of a form. @throws HttpProblem; then no file is left */
const receiveTable = async (
  { uploads }: Services,
  request: HonoRequest,
): Promise<StoredUpload & { name: string }> => {
  const declared = Number(request.header("content-length") ?? MAX_TABLE_BYTES);
  if (declared > MAX_TABLE_BYTES + FORM_BYTES) throw tooLarge();
  let received: (StoredUpload & { name: string }) | null = null;
  try {
    for await (const part of readFormParts(request, MAX_TABLE_BYTES + FORM_BYTES)) {
      if (part.name !== "file" || part.fileName === null || received) {
        throw invalid("file", "must be one file");
      }
      const upload = await uploads.receive(part.body, MAX_TABLE_BYTES, declared);
      received = { ...upload, name: fileNameOf(part.fileName) };
      if (upload.size > MAX_TABLE_BYTES) throw tooLarge();
      if (upload.size === 0) throw invalid("file", "is empty");
    }
    if (!received) throw invalid("file", "is required");
    await uploads.keep([received]);
    return received;
  } catch (reason) {
    if (received) await uploads.discard([received]);
    throw reason;
  }
};

export const importRoutes = (app: App, services: Services): void => {
  const { database, store, uploads } = services;

  const order = (
    { accountId, level }: SignedIn,
    kind: string,
    input: CheckOrder | RunOrder,
    file: string,
    named = () => {},
  ): Promise<{ id: number }> =>
    database.write(async (db) => {
      const id = await orderJobFor(services, db, { kind, accountId, level, input, file });
      named();
      return { id };
    });

  /** A check that the person may see, with its file. @throws HttpProblem 404 */
  const checkFor = async (person: SignedIn, id: string): Promise<JobRow & { file: string }> => {
    const notFound = () => new HttpProblem(404, "job/not_found", "There is no such file any more");
    const job = await database.read
      .selectFrom("job")
      .selectAll()
      .where("id", "=", parseId(id) ?? 0)
      .executeTakeFirst();
    const { file = null } = job ?? {};
    if (!job || job.kind !== PEOPLE_CHECK || !mayHandleJob(person.level, job)) throw notFound();
    if (file === null || (await store.sizeOf(sentFile(file))) === null) throw notFound();
    return { ...job, file };
  };

  route(app, services, postImport, async ({ request, person }) => {
    const received = await receiveTable(services, request);
    const { name, stored } = received;
    return uploads.untilNamed([received], async (named) =>
      created(await order(person, PEOPLE_CHECK, { name, reading: GUESSED }, stored, named)),
    );
  });

  route(app, services, postImportCheck, async ({ person, params, body }) => {
    const check = await checkFor(person, params.id);
    const { name } = JSON.parse(check.input) as CheckOrder;
    return created(await order(person, PEOPLE_CHECK, { name, reading: body }, check.file));
  });

  route(app, services, postImportRun, async ({ person, params, body }) => {
    const check = await checkFor(person, params.id);
    const checked = JSON.parse(check.input) as CheckOrder;
    return created(await order(person, PEOPLE_IMPORT, { ...checked, ...body }, check.file));
  });
};
