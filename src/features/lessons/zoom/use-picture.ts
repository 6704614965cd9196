import { type RefObject, useEffect, useState } from "react";
import { useApp } from "../../../app-context/use-app.ts";
import { parseWidths } from "../../../domain/picture-width.ts";

export interface UsePictureOptions {
  /** The picture in a lesson's text. */
  image: HTMLImageElement;
  /** The text. It can be replaced at any time, for example by that in another language. */
  text: RefObject<HTMLElement | null>;
  productKey: string;
  /** The language of the text. */
  language: string;
}

/**
 * What is shown of a picture of a lesson, as it was when it was opened.
 * @returns its name, caption, language and address, and `findInText`: the same picture in the present text
 */
export const usePicture = ({ image, text, productKey, language }: UsePictureOptions) => {
  const { files } = useApp();
  const asset = image.dataset.asset ?? "";
  const findInText = (): HTMLImageElement | null =>
    image.isConnected
      ? image
      : (text.current?.querySelector<HTMLImageElement>(`img[data-asset="${CSS.escape(asset)}"]`) ??
        null);

  const [picture] = useState(() => {
    const {
      src,
      alt: name,
      naturalWidth: width,
      naturalHeight: height,
      dataset,
      parentElement,
    } = findInText() ?? image;
    const caption = parentElement?.querySelector("figcaption")?.textContent || name;
    const widest = parseWidths(dataset.widths).at(-1);
    return { src, name, caption, language, natural: { width, height }, widest };
  });
  const [url, setUrl] = useState(picture.src);

  // The widest form, for a person who looks closely. Until it arrives the one in the text is shown.
  useEffect(() => {
    const { natural, widest } = picture;
    if (natural.width > 0 && natural.width >= (widest ?? 0)) return;
    const handle = files.use("asset", productKey, asset, widest);
    void handle.url.then((wider) => wider && setUrl(wider));
    return handle.release;
  }, [files, productKey, asset, picture]);

  return { ...picture, url, findInText };
};
