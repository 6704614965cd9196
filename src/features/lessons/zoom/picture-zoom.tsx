import { type RefObject, useEffect, useRef, useState } from "react";
import { useApp } from "../../../app-context/use-app.ts";
import { ZoomDialog } from "../../../app-context/zoom-dialog.tsx";
import { parseWidths } from "../../../domain/picture-width.ts";

interface UsePictureOptions {
  /** The picture in a lesson's text. */
  image: HTMLImageElement;
  /** The text. It can be replaced at any time, for example by that in another language. */
  text: RefObject<HTMLElement | null>;
  productKey: string;
  language: string;
}

/**
 * What is shown of a picture of a lesson, as it was when it was opened.
 * @returns its name, caption, language and address, and `findInText`: the same picture in the present text
 */
const usePicture = ({ image, text, productKey, language }: UsePictureOptions) => {
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

interface PictureZoomProps extends UsePictureOptions {
  onClose: () => void;
}

const PictureZoom = ({ onClose, ...options }: PictureZoomProps) => {
  const picture = usePicture(options);
  const dialog = useRef<HTMLDialogElement>(null);
  const [natural, setNatural] = useState(picture.natural);

  // Going back to another page of the lesson closes the picture. A newer text does not.
  useEffect(() => {
    if (!picture.findInText()) dialog.current?.close();
  });

  const close = () => {
    onClose();
    // The second press of a double click may have moved the focus before the picture opened, and a
    // newer text has a button of its own, once its picture has arrived.
    const opener = picture.findInText()?.nextElementSibling;
    const place = opener?.localName === "button" ? opener : document.querySelector("#content");
    (place as HTMLElement | null)?.focus({ preventScroll: true });
  };

  return (
    <ZoomDialog
      dialog={dialog}
      name={picture.name}
      caption={picture.caption}
      language={picture.language}
      natural={natural}
      onClose={close}
    >
      {() => (
        <img
          src={picture.url || undefined}
          alt={picture.name}
          lang={picture.language}
          draggable={false}
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
            setNatural({ width, height })
          }
        />
      )}
    </ZoomDialog>
  );
};

export default PictureZoom;
