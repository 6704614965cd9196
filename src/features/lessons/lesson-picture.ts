import type { FileHandle, Files } from "../../core/files.ts";
import { parseWidths, pictureWidth } from "../../domain/picture-width.ts";
import { parseHtml } from "../../lib/parse-html.ts";
import { savesData } from "../../lib/saves-data.ts";

/** The width in which a picture is drawn: high ones are narrower than their place. */
const drawnWidth = ({ clientWidth, clientHeight, attributes }: HTMLImageElement): number => {
  const [width, height] = ["width", "height"].map((name) =>
    Number(attributes.getNamedItem(name)?.value),
  ) as [number, number];
  return width > 0 && height > 0
    ? Math.min(clientWidth, (clientHeight * width) / height)
    : clientWidth;
};

/** The width of the form of a picture that suits its place; undefined if it has one form only. */
export const widthInPlace = (image: HTMLImageElement): number | undefined => {
  const widths = parseWidths(image.dataset.widths);
  return pictureWidth(widths, drawnWidth(image), devicePixelRatio, savesData());
};

/**
 * Fetches the pictures of a text that is not on the page yet, so that they are in the browser's cache.
 * @param place the width of a text, in CSS pixels
 */
export const prefetchPictures = (
  files: Files,
  product: string,
  html: string,
  place: number,
): void => {
  const pictures = parseHtml(html)?.querySelectorAll<HTMLImageElement>("img[data-asset]") ?? [];
  for (const { dataset } of pictures) {
    const width = pictureWidth(parseWidths(dataset.widths), place, devicePixelRatio, false);
    const handle: FileHandle = files.use("asset", product, dataset.asset ?? "", width);
    void handle.url.then(handle.release);
  }
};
