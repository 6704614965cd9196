import { useEffect, useState } from "react";
import type { Size } from "../../ui/zoom-view.ts";
import type { MarkedDocument, OpenedDocument } from "./marked-document.ts";

/** How a file is opened. */
export type OpenDocument = (file: Blob, type: string) => Promise<OpenedDocument>;

/** The pages of a file; null until it is open. */
export const useDocument = (open: OpenDocument, file: Blob, type: string) => {
  const [opened, setOpened] = useState<OpenedDocument | null>(null);
  useEffect(() => {
    let isWanted = true;
    const opening = open(file, type);
    setOpened(null);
    void opening.then((result) => isWanted && setOpened(result));
    return () => {
      isWanted = false;
      void opening.then((result) => result.ok && result.value.close());
    };
  }, [open, file, type]);
  return opened;
};

/** The size of a page as it is turned; null until it is known, false if the page cannot be read. */
export const usePageSize = (
  document: MarkedDocument,
  page: number,
  turn: number,
): Size | null | false => {
  const [known, setKnown] = useState<{ page: number; size: Size | false } | null>(null);
  useEffect(() => {
    let isWanted = true;
    const note = (size: Size | false) => isWanted && setKnown({ page, size });
    document.sizeOf(page).then(note, () => note(false));
    return () => {
      isWanted = false;
    };
  }, [document, page]);
  if (known?.page !== page) return null;
  const { size } = known;
  if (!size || turn % 180 === 0) return size;
  return { width: size.height, height: size.width };
};
