import type { DrawnPage } from "../../contract/drawing.ts";
import { createLimitedThread, ThreadLimitError, type ThreadLimits } from "../limited-thread.ts";
import { loadSharp } from "./load-sharp.ts";
import { MarkError } from "./mark-error.ts";
import type { MarkedPdf, PdfToMark } from "./mark-pdf-worker.ts";

/** The limits of marking one PDF. A file of 2 MB can pretend to be one of gigabytes. */
const PDF_LIMITS: ThreadLimits = { megabytes: 192, seconds: 20 };

/**
 * Puts drawings on the pages of a PDF. A thread of its own reads the PDF: it takes time, and a hostile
 * one would take all memory and never end.
 * @throws MarkError
 */
export const markPdf = async (
  bytes: Uint8Array,
  pages: readonly DrawnPage[],
  language: string,
  limits: ThreadLimits = PDF_LIMITS,
): Promise<Uint8Array> => {
  // The library stays loaded only if the main thread has loaded it before.
  await loadSharp();
  const thread = createLimitedThread(new URL("./mark-pdf-worker.ts", import.meta.url));
  try {
    const pdf: PdfToMark = { bytes, pages, language };
    const answer = (await thread.ask(pdf, limits)) as MarkedPdf;
    if ("problem" in answer) throw new MarkError(answer.problem, answer.message);
    return answer.bytes;
  } catch (reason) {
    if (reason instanceof ThreadLimitError) throw new MarkError(reason.kind, reason.message);
    throw reason;
  } finally {
    await thread.end();
  }
};
