import { Result } from "../lib/result.ts";
import { openPdf } from "./open-pdf.ts";
import type { OpenedDocument } from "./paged-document.ts";
import type { Size } from "./zoom-view.ts";

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
