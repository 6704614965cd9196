import type * as Pdfjs from "pdfjs-dist";
import { useEffect, useState } from "react";
import { Result } from "../lib/result.ts";
import type { Size } from "./zoom-view.ts";

/** The pages of a file that can be marked. */
export interface PagedDocument {
  readonly pages: number;
  /** Whether a page becomes sharper if it is painted again for a larger width. */
  readonly isVector: boolean;
  /** The size of a page before it is turned, in any unit. */
  sizeOf(page: number): Promise<Size>;
  /**
   * Paints a page as it is turned, to fill the element that it is put into. Rejects if it is aborted, or
   * the page cannot be shown.
   * @param width in pixels of the screen
   */
  paint(page: number, turn: number, width: number, signal: AbortSignal): Promise<HTMLElement>;
  close(): void;
}

/** Why a file cannot be marked here. */
export interface DocumentFailure {
  readonly kind: "other-kind" | "only-in-browser" | "not-loaded" | "damaged" | "locked";
}

export type OpenedDocument = Result<PagedDocument, DocumentFailure>;

/** Whether this build has the code that shows PDFs. */
declare const HAS_PDF: boolean;

/** Decoders for rare pictures in PDFs. The policy of the page refuses WebAssembly. */
const DECODERS = "/tls/desk-pdf/";

/** Fetches the library, which is a file of its own. Null where the build leaves it out. */
const loadLibrary = async (): Promise<typeof Pdfjs | null> => {
  if (HAS_PDF) {
    const library = new URL("pdfjs-dist/legacy/build/pdf.min.mjs", import.meta.url).href;
    const pdfjs: typeof Pdfjs = await import(/* webpackIgnore: true */ library);
    pdfjs.GlobalWorkerOptions.workerSrc = new URL(
      "pdfjs-dist/legacy/build/pdf.worker.min.mjs",
      import.meta.url,
    ).href;
    return pdfjs;
  }
  return null;
};

/** The pages of a PDF. The library is fetched with the first one. */
const openPdf = async (file: Blob): Promise<OpenedDocument> => {
  const library = await loadLibrary().catch(() => undefined);
  if (!library) return Result.fail({ kind: library === null ? "only-in-browser" : "not-loaded" });
  const loading = library.getDocument({
    data: new Uint8Array(await file.arrayBuffer()),
    useWasm: false,
    wasmUrl: DECODERS,
    verbosity: library.VerbosityLevel.ERRORS,
  });
  try {
    const pdf = await loading.promise;
    return Result.ok({
      pages: pdf.numPages,
      isVector: true,
      async sizeOf(number): Promise<Size> {
        const page = await pdf.getPage(number);
        const { width, height } = page.getViewport({ scale: 1 });
        return { width, height };
      },
      async paint(number, turn, width, signal) {
        const page = await pdf.getPage(number);
        const rotation = (page.rotate + turn) % 360;
        const natural = page.getViewport({ scale: 1, rotation });
        const viewport = page.getViewport({ scale: width / natural.width, rotation });
        signal.throwIfAborted();
        const canvas = document.createElement("canvas");
        canvas.width = Math.round(viewport.width);
        canvas.height = Math.round(viewport.height);
        const task = page.render({ canvas, viewport });
        signal.addEventListener("abort", () => task.cancel());
        await task.promise;
        return canvas;
      },
      close: () => void loading.destroy(),
    });
  } catch (reason) {
    const isLocked = reason instanceof library.PasswordException;
    return Result.fail({ kind: isLocked ? "locked" : "damaged" });
  }
};

const PICTURES: ReadonlySet<string> = new Set(["image/jpeg", "image/png", "image/webp"]);

/** How a photo lies on its paper, which has the sides of the photo as it is turned. */
export const turnedStyle = ({ width, height }: Size, turn: number) => ({
  rotate: `${turn}deg`,
  ...(turn % 180 !== 0 && {
    width: `${(100 * width) / height}%`,
    height: `${(100 * height) / width}%`,
  }),
});

const openPicture = async (file: Blob): Promise<OpenedDocument> => {
  const url = URL.createObjectURL(file);
  const image = new Image();
  image.src = url;
  try {
    await image.decode();
  } catch {
    URL.revokeObjectURL(url);
    return Result.fail({ kind: "damaged" });
  }
  const { naturalWidth: width, naturalHeight: height } = image;
  return Result.ok({
    pages: 1,
    isVector: false,
    sizeOf: async () => ({ width, height }),
    async paint(_, turn) {
      const painted = image.cloneNode() as HTMLImageElement;
      painted.draggable = false;
      Object.assign(painted.style, turnedStyle({ width, height }, turn));
      // Otherwise the paper would be blank until the photo is decoded again.
      await painted.decode().catch(() => undefined);
      return painted;
    },
    close: () => URL.revokeObjectURL(url),
  });
};

/** Opens a photo or a PDF of a hand-in. */
export const openDocument = async (file: Blob, type: string): Promise<OpenedDocument> => {
  if (PICTURES.has(type)) return openPicture(file);
  return type === "application/pdf" ? openPdf(file) : Result.fail({ kind: "other-kind" });
};

/**
 * The pages of a file; null until it is open. It is closed when the component is removed.
 * @param open opens it; another function opens it anew. Null: it is not wanted yet
 */
export const useDocument = (open: (() => Promise<OpenedDocument>) | null) => {
  const [opened, setOpened] = useState<OpenedDocument | null>(null);
  useEffect(() => {
    if (!open) return;
    let isWanted = true;
    const opening = open();
    setOpened(null);
    void opening.then((result) => isWanted && setOpened(result));
    return () => {
      isWanted = false;
      void opening.then((result) => result.ok && result.value.close());
    };
  }, [open]);
  return opened;
};

/** The size of a page as it is turned; null until it is known, false if the page cannot be read. */
export const usePageSize = (
  document: PagedDocument | null,
  page: number,
  turn: number,
): Size | null | false => {
  const [known, setKnown] = useState<{ page: number; size: Size | false } | null>(null);
  useEffect(() => {
    let isWanted = true;
    const note = (size: Size | false) => isWanted && setKnown({ page, size });
    document?.sizeOf(page).then(note, () => note(false));
    return () => {
      isWanted = false;
    };
  }, [document, page]);
  if (known?.page !== page) return null;
  const { size } = known;
  if (!size || turn % 180 === 0) return size;
  return { width: size.height, height: size.width };
};
