import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import type { DrawnPage } from "../../contract/drawing.ts";
import { loadSharp } from "./load-sharp.ts";
import { MarkError } from "./mark-error.ts";
import type { MarkedPdf, PdfToMark } from "./mark-pdf-worker.ts";

/** The limits of marking one PDF. A file of 2 MB can pretend to be one of gigabytes. */
export interface PdfLimits {
  readonly megabytes: number;
  readonly seconds: number;
}

export const PDF_LIMITS: PdfLimits = { megabytes: 192, seconds: 20 };

/** How often the memory of the thread is looked at. A thread needs this long for some megabytes. */
const WATCH_MS = 20;

/** Heap and buffers of a thread, in bytes; 0 while it starts or ends. */
const memoryOf = async (worker: Worker): Promise<number> => {
  const statistics = await worker.getHeapStatistics().catch(() => null);
  return statistics ? statistics.used_heap_size + statistics.external_memory : 0;
};

/** Rejects when the thread needs too much memory or time. */
const watch = async (
  worker: Worker,
  { megabytes, seconds }: PdfLimits,
  signal: AbortSignal,
): Promise<never> => {
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    await sleep(WATCH_MS, undefined, { signal });
    if ((await memoryOf(worker)) > megabytes * 1024 * 1024) throw new MarkError("too-large");
  }
  throw new MarkError("too-slow");
};

/**
 * Puts drawings on the pages of a PDF. A thread of its own reads the PDF: it takes time, and a hostile
 * one would take all memory and never end.
 * @throws MarkError
 */
export const markPdf = async (
  bytes: Uint8Array,
  pages: readonly DrawnPage[],
  language: string,
  limits: PdfLimits = PDF_LIMITS,
): Promise<Uint8Array> => {
  // The library stays loaded only if the main thread has loaded it before.
  await loadSharp();
  const workerData: PdfToMark = { bytes, pages, language };
  const worker = new Worker(new URL("./mark-pdf-worker.ts", import.meta.url), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: limits.megabytes },
    // What the library says about damaged files is of no use in the log.
    stdout: true,
    stderr: true,
  });
  const done = new AbortController();
  try {
    const [answer] = (await Promise.race([
      once(worker, "message"),
      watch(worker, limits, done.signal),
    ])) as [MarkedPdf];
    if ("problem" in answer) throw new MarkError(answer.problem, answer.message);
    return answer.bytes;
  } catch (reason) {
    if (reason instanceof Error && "code" in reason && reason.code === "ERR_WORKER_OUT_OF_MEMORY") {
      throw new MarkError("too-large", reason.message);
    }
    throw reason;
  } finally {
    done.abort();
    await worker.terminate();
  }
};
