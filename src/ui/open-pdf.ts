import type * as Pdfjs from "pdfjs-dist";
import { Result } from "../lib/result.ts";
import type { OpenedDocument } from "./paged-document.ts";
import type { Size } from "./zoom-view.ts";

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
export const openPdf = async (file: Blob): Promise<OpenedDocument> => {
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
