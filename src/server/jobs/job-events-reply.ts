import { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import type { SentAnswer } from "../../contract/call.ts";
import type { getStaffJob } from "../../contract/staff-jobs.ts";
import type { SignedIn } from "../accounts/session/tokens.ts";
import { streamReply } from "../http/stream-reply.ts";
import { HttpProblem } from "../problem.ts";
import type { Services } from "../services.ts";

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
export const jobEvents = (
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
