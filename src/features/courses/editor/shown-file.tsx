import { useCallback, useEffect, useState } from "react";
import { useText } from "../../../i18n/use-text.ts";
import { openDocument, type PagedDocument, useDocument } from "../../../ui/open-document.ts";
import { PageImage } from "../../../ui/page-image.tsx";
import type { Size } from "../../../ui/zoom-view.ts";
import styles from "./shown-file.module.css";
import { Picture, type ShownFileProps, useFileBytes } from "./shown-picture.tsx";

/** A picture, or the first page of a sheet, in small: one of a product's folder, or one that was just chosen. */
export const ShownFile = (props: ShownFileProps) => {
  const bytes = useFileBytes(props);
  if (!bytes) return null;
  return /\.pdf$/i.test(props.name) ? (
    <Sheet bytes={bytes} name={props.name} />
  ) : (
    <Picture bytes={bytes} />
  );
};

/** The width of a page in CSS pixels. */
const WIDTH = 150;

const Sheet = ({ bytes, name }: { bytes: Blob; name: string }) => {
  const text = useText();
  const open = useCallback(() => openDocument(bytes, "application/pdf"), [bytes]);
  const opened = useDocument(open);
  const [size, setSize] = useState<Size | null>(null);
  const [isBroken, setIsBroken] = useState(false);
  const pages: PagedDocument | null = opened?.ok ? opened.value : null;
  const failed = () => setIsBroken(true);
  useEffect(() => {
    setSize(null);
    pages?.sizeOf(1).then(setSize, () => setIsBroken(true));
  }, [pages]);
  const isFailed = isBroken || (opened?.ok === false && opened.failure.kind !== "only-in-browser");
  if (isFailed) return <small>{text("staff-editor.sheet-not-shown")}</small>;
  if (!pages || !size) return null;
  const height = Math.round((WIDTH * size.height) / size.width);
  return (
    <span className={styles.sheet}>
      <span className={styles.page} style={{ inlineSize: WIDTH, blockSize: height }}>
        <PageImage
          {...{ document: pages, page: 1, turn: 0, width: WIDTH, height }}
          label={name}
          onFail={failed}
        />
      </span>
      <small>{text("staff-editor.pages", { count: pages.pages })}</small>
    </span>
  );
};
