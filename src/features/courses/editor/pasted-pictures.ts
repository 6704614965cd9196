import { yieldToMain } from "../../../lib/yield-to-main.ts";

/** The scheme of the addresses that stand in a pasted page in place of its pictures. */
export const PASTED = "pasted-picture:";

/** A picture that was in a page as data. */
export interface PastedPicture {
  readonly type: string;
  readonly base64: string;
}

const DATA = /(["'])data:(image\/(?:png|jpeg|gif|webp));base64,([^"']*)\1/g;

export const pictureAddress = (at: number): string => `${PASTED}${at}`;

/** Takes the pictures that are in a page as data out of it, so that the page can be read quickly. */
export const takePictures = (
  html: string,
): { readonly html: string; readonly pictures: readonly PastedPicture[] } => {
  const pictures: PastedPicture[] = [];
  const plain = html.replaceAll(DATA, (_, quote: string, type: string, base64: string) => {
    pictures.push({ type, base64 });
    return `${quote}${pictureAddress(pictures.length - 1)}${quote}`;
  });
  return { html: plain, pictures };
};

/** Decoded at once: a multiple of four letters. */
const SLICE = 1024 * 1024;

/** The file of a picture. It is decoded in slices, so that the page stays quick. A damaged one has no bytes. */
export const pictureFile = async ({ type, base64 }: PastedPicture): Promise<File> => {
  const parts: BlobPart[] = [];
  const letters = base64.replaceAll(/\s+/g, "");
  try {
    for (let at = 0; at < letters.length; at += SLICE) {
      parts.push(
        Uint8Array.from(atob(letters.slice(at, at + SLICE)), (sign) => sign.charCodeAt(0)),
      );
      await yieldToMain();
    }
  } catch {
    return new File([], "", { type });
  }
  return new File(parts, "", { type });
};
