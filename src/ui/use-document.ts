import { useEffect, useState } from "react";
import type { OpenedDocument, PagedDocument } from "./paged-document.ts";
import type { Size } from "./zoom-view.ts";

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
