import { useEffect, useRef, useState } from "react";
import { ZoomDialog } from "../../../app-context/zoom-dialog.tsx";
import { type UsePictureOptions, usePicture } from "./use-picture.ts";

export interface PictureZoomProps extends UsePictureOptions {
  onClose: () => void;
}

/** A picture of a lesson over the whole page. */
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
