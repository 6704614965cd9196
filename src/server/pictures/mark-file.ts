import type { DrawnPage } from "../../contract/drawing.ts";
import { ATTACHMENT_TYPES, attachmentKind, attachmentName } from "../../domain/attachment.ts";
import { NoConverter } from "./load-sharp.ts";
import { MarkError } from "./mark-error.ts";
import { markPdf } from "./mark-pdf.ts";
import { markPicture } from "./mark-picture.ts";
import { photoKind } from "./photo-kind.ts";

/** A file of a hand-in. Its kind is told by its bytes. */
export interface FileToMark {
  readonly bytes: Uint8Array;
  readonly name: string;
}

export interface MarkedFile {
  readonly bytes: Uint8Array;
  /** Media type. */
  readonly type: string;
  readonly name: string;
}

const nameOf = (name: string, kind: keyof typeof ATTACHMENT_TYPES): string =>
  attachmentName(`${name.replace(/\.[a-z]{3,4}$/i, "")}-marked`, kind);

const mark = async (
  { bytes, name }: FileToMark,
  pages: readonly DrawnPage[],
  language: string,
): Promise<MarkedFile> => {
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

/**
 * Makes the copy of a photo or a PDF on which a tutor has drawn. The original stays as it is. Call it in
 * turn, see `drawing-line.ts`: it needs much memory.
 * @param pages at least one page
 * @param language of the student, for the lengths of measured lines
 * @throws MarkError
 */
export const markFile = (
  file: FileToMark,
  pages: readonly DrawnPage[],
  language: string,
): Promise<MarkedFile> =>
  mark(file, pages, language).catch((reason) => {
    if (reason instanceof NoConverter) throw new MarkError("unavailable", reason.message);
    throw reason;
  });
