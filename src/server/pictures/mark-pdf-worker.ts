import { parentPort } from "node:worker_threads";
import type { DrawnPage } from "../../contract/drawing.ts";
import { drawOnPdf } from "./draw-on-pdf.ts";
import { NoConverter } from "./load-sharp.ts";
import { MarkError, type MarkProblem } from "./mark-error.ts";

/*
 * Marks one PDF. See `mark-pdf.ts`.
 */

/** What the thread is given. */
export interface PdfToMark {
  readonly bytes: Uint8Array;
  readonly pages: readonly DrawnPage[];
  readonly language: string;
}

/** What the thread answers. */
export type MarkedPdf =
  | { readonly bytes: Uint8Array }
  | { readonly problem: MarkProblem; readonly message: string };

const mark = async ({ bytes, pages, language }: PdfToMark): Promise<MarkedPdf> => {
  try {
    return { bytes: await drawOnPdf(bytes, pages, language) };
  } catch (reason) {
    if (reason instanceof MarkError) return { problem: reason.kind, message: reason.message };
    if (reason instanceof NoConverter) return { problem: "unavailable", message: reason.message };
    throw reason;
  }
};

parentPort?.on("message", async (pdf: PdfToMark) => parentPort?.postMessage(await mark(pdf)));
