import type { DrawnPage } from "../../contract/drawing.ts";
import { ATTACHMENT_TYPES, attachmentKind, attachmentName } from "../../domain/attachment.ts";
import { answerQuestions } from "../limited-thread.ts";
import { NoConverter } from "./load-sharp.ts";
import { MarkError, type MarkProblem } from "./mark-error.ts";
import { markPdf } from "./mark-pdf.ts";
import { markPicture } from "./mark-picture.ts";
import { photoKind } from "./photo-kind.ts";

/*
 * Marks one file after another. See `mark-file.ts`.
 */

export interface FileToDraw {
  readonly bytes: Uint8Array;
  readonly name: string;
  readonly pages: readonly DrawnPage[];
  readonly language: string;
}

export interface MarkedFile {
  readonly bytes: Uint8Array;
  /** Media type. */
  readonly type: string;
  readonly name: string;
}

export type MarkAnswer = MarkedFile | { readonly problem: MarkProblem; readonly message: string };

const nameOf = (name: string, kind: keyof typeof ATTACHMENT_TYPES): string =>
  attachmentName(`${name.replace(/\.[a-z]{3,4}$/i, "")}-marked`, kind);

/** @throws MarkError, NoConverter */
const mark = async ({ bytes, name, pages, language }: FileToDraw): Promise<MarkedFile> => {
  if (attachmentKind(bytes) === "pdf") {
    return {
      bytes: await markPdf(bytes, pages, language),
      type: ATTACHMENT_TYPES.pdf,
      name: nameOf(name, "pdf"),
    };
  }
  const kind = photoKind(bytes);
  if (!kind) throw new MarkError("unsupported");
  const [page, ...others] = pages;
  if (page?.page !== 1 || others.length > 0) throw new MarkError("no-such-page");
  const marked = await markPicture(bytes, kind, page, language);
  return {
    bytes: marked.bytes,
    type: ATTACHMENT_TYPES[marked.kind],
    name: nameOf(name, marked.kind),
  };
};

const answerTo = async (file: FileToDraw): Promise<MarkAnswer> => {
  try {
    return await mark(file);
  } catch (reason) {
    if (reason instanceof MarkError) return { problem: reason.kind, message: reason.message };
    if (reason instanceof NoConverter) return { problem: "unavailable", message: reason.message };
    throw reason;
  }
};

answerQuestions(answerTo);
