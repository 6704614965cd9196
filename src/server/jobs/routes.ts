import path from "node:path";
import { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import type { SentAnswer } from "../../contract/call.ts";
import {
  getStaffJob,
  getStaffJobEvents,
  getStaffJobFile,
  stopStaffJob,
} from "../../contract/staff-jobs.ts";
import { MANAGER_LEVEL } from "../../domain/roles.ts";
import { isStaff, mayHandleJob } from "../../domain/staff-rights.ts";
import { requireLevel } from "../accounts/session/access.ts";
import type { SignedIn } from "../accounts/session/tokens.ts";
import { NOT_STORED } from "../http/answer.ts";
import { authenticate } from "../http/authenticate.ts";
import { disposition } from "../http/reply.ts";
import { type App, byteRoute, queryFor, route } from "../http/route.ts";
import { sendStream } from "../http/send-stream.ts";
import { streamReply } from "../http/stream-reply.ts";
import { type Tickets, wholeHourAfter } from "../http/tickets.ts";
import { parseId } from "../page.ts";
import { HttpProblem } from "../problem.ts";
import type { Services } from "../services.ts";
import { sentFile } from "../store/store.ts";
import { TABLE_TYPES } from "../tables/table-format.ts";
import { type JobRow, stopJob } from "./job-rows.ts";

type SentJob = SentAnswer<typeof getStaffJob>["job"];

/** How often a stream asks the database. */
const ASK_MS = 1000;
/** After so many silent seconds a comment is sent, so that no proxy takes the stream for a dead one. */
const SILENT_TURNS = 15;
/** How soon a browser opens a stream again that has ended before its job. */
const RETRY_MS = 2000;

const isOver = ({ state }: SentJob): boolean => state !== "waiting" && state !== "running";

/**
 * Streams a job's progress as server-sent events.
 * @param read the job as it is now; null once the person may no longer see it
 * @throws HttpProblem 429 when the account has too many streams
 */
const jobEvents = (
  { limits, isLeaving }: Pick<Services, "limits" | "isLeaving">,
  { accountId }: SignedIn,
  read: () => Promise<SentJob | null>,
): Response => {
  if (!limits.streams.tryEnter(accountId)) {
    throw new HttpProblem(429, "account/too_many_requests", "Too many streams at once");
  }
  const gone = new AbortController();
  async function* events() {
    yield Buffer.from(`retry: ${RETRY_MS}\n\n`);
    let sent = "";
    for (let silent = 0; !isLeaving(); silent += 1) {
      const job = await read();
      if (!job) return;
      const text = JSON.stringify(job);
      if (text !== sent) {
        sent = text;
        silent = 0;
        yield Buffer.from(`data: ${text}\n\n`);
      }
      if (isOver(job)) return;
      if (silent >= SILENT_TURNS) {
        silent = 0;
        yield Buffer.from(":\n\n");
      }
      await delay(ASK_MS, null, { ref: false, signal: gone.signal });
    }
  }
  const stream = Readable.from(events(), { objectMode: false });
  stream.once("close", () => {
    limits.streams.leave(accountId);
    gone.abort();
  });
  return streamReply(stream, 200, {
    "Content-Type": "text/event-stream",
    "Cache-Control": "no-store",
    // A proxy that collects an answer before it sends it on would show no progress.
    "X-Accel-Buffering": "no",
  });
};

/** The types of the files that jobs make, by their endings. */
const TYPES: Readonly<Record<string, string>> = {
  ".zst": "application/zstd",
  ".csv": TABLE_TYPES.csv,
  ".xlsx": TABLE_TYPES.xlsx,
  ".zip": "application/zip",
};

const eventsSubject = (id: number): string => `job events\n${id}`;
const fileSubject = (stored: string): string => `job file\n${stored}`;

const notFound = () => new HttpProblem(404, "job/not_found", "There is no such job");

/** Whether a job can be stopped: it has kept nothing so far. */
const isStoppable = sql<number | boolean>`result is null`.as("stoppable");

const sentJob = (
  job: Pick<JobRow, Exclude<keyof SentJob, "stoppable">> & { stoppable: number | boolean },
): SentJob => ({
  id: job.id,
  kind: job.kind,
  state: job.state,
  created: new Date(job.created).toISOString(),
  ended: job.ended === null ? null : new Date(job.ended).toISOString(),
  done: job.done,
  total: job.total,
  stoppable: Boolean(job.stoppable),
  problem: job.problem ?? "",
});

/** The calls for long work. */
export const jobRoutes = (app: App, services: Services, tickets: Tickets): void => {
  const { database, store, clock } = services;

  const find = async (id: string) => {
    const known = parseId(id);
    if (known === null) return undefined;
    const query = database.read.selectFrom("job").selectAll().select(isStoppable);
    const job = await query.where("id", "=", known).executeTakeFirst();
    // Whoever reads that content is published looks at it next, and the work on it ends in another process.
    if (job && job.ended !== null) await services.catalogue.refresh();
    return job;
  };

  /** @throws HttpProblem 403, or 404 for a job that is not there or not to be seen */
  const jobFor = async (person: SignedIn, id: string) => {
    // A ticket may be older than a change of the level.
    requireLevel(person, MANAGER_LEVEL);
    const job = await find(id);
    if (!job || !mayHandleJob(person.level, job)) throw notFound();
    return job;
  };

  route(app, services, getStaffJob, async ({ person, params }) => {
    const job = await jobFor(person, params.id);
    const address = async (name: "events" | "file", subject: string) =>
      `/staff/jobs/${job.id}/${name}?ticket=${await tickets.issue({ kind: "person", person }, subject, wholeHourAfter(clock()))}`;
    return {
      job: sentJob(job),
      result: job.ended === null ? "" : (job.result ?? ""),
      events: await address("events", eventsSubject(job.id)),
      file: job.made === null ? "" : await address("file", fileSubject(job.made)),
    };
  });

  route(app, services, stopStaffJob, async ({ person, params }) => {
    const { id } = await jobFor(person, params.id);
    await database.write((db) => stopJob(db, id, clock()));
    return { job: sentJob(await jobFor(person, params.id)) };
  });

  /** @param person who has the stream, as long as the session lasts */
  const follow = async (id: string, person: () => Promise<SignedIn | null>) => {
    const holder = await person();
    if (!holder) throw notFound();
    const { id: known } = await jobFor(holder, id);
    return jobEvents(services, holder, async () => {
      const present = await person();
      const job = present && (await find(String(known)));
      return job && isStaff(present.level) && mayHandleJob(present.level, job)
        ? sentJob(job)
        : null;
    });
  };

  const holderOf = async (ticket: string, subject: string): Promise<SignedIn | null> => {
    const holder = await tickets.holder(ticket, subject);
    return holder?.kind === "person" ? holder.person : null;
  };

  // `EventSource` and links carry a ticket in the address; other requests carry a token, see below.
  app.get(getStaffJobEvents.path, async ({ req }, next) => {
    const { ticket } = queryFor(getStaffJobEvents, req);
    const id = parseId(req.param("id"));
    if (ticket === undefined || id === null) return next();
    const person = () => holderOf(ticket, eventsSubject(id));
    // An invalid ticket counts as no ticket.
    return (await person()) ? follow(String(id), person) : next();
  });

  byteRoute(app, services, getStaffJobEvents, async ({ request, params }) =>
    follow(params.id, async () => {
      try {
        return await authenticate(services, request);
      } catch (reason) {
        if (reason instanceof HttpProblem) return null;
        throw reason;
      }
    }),
  );

  const sendMade = async (
    request: Parameters<typeof sendStream>[0],
    { made, made_name }: JobRow,
  ): Promise<Response> => {
    const size = made === null ? null : await store.sizeOf(sentFile(made));
    if (made === null || size === null) {
      throw new HttpProblem(404, "asset/not_found", "There is no such file");
    }
    const name = made_name ?? "file";
    return sendStream(
      request,
      {
        type: TYPES[path.extname(name)] ?? "application/octet-stream",
        size,
        // The name in the store is another one for each file.
        checksum: made,
        open: (range) => store.stream(sentFile(made), range),
      },
      { "Cache-Control": NOT_STORED, "Content-Disposition": disposition(name) },
    );
  };

  app.get(getStaffJobFile.path, async ({ req }, next) => {
    const { ticket } = queryFor(getStaffJobFile, req);
    const job = ticket === undefined ? undefined : await find(req.param("id"));
    if (ticket === undefined || !job?.made) return next();
    const person = await holderOf(ticket, fileSubject(job.made));
    return person ? sendMade(req, await jobFor(person, req.param("id"))) : next();
  });

  byteRoute(app, services, getStaffJobFile, async ({ request, params, person }) =>
    sendMade(request, await jobFor(person, params.id)),
  );
};
