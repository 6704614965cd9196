import { useCallback, useEffect, useState } from "react";
import { useApp } from "../../../app-context/use-app.ts";
import type { ProductFolder } from "../../../contract/staff-editor.ts";
import { useText } from "../../../i18n/use-text.ts";
import { openDocument, type PagedDocument, useDocument } from "../../../ui/open-document.ts";
import { PageImage } from "../../../ui/page-image.tsx";
import type { Size } from "../../../ui/zoom-view.ts";
import { fetchShownFile } from "./editor-calls.ts";
import styles from "./shown-file.module.css";

interface ShownFileProps {
  product: string;
  /** Its name in the folder; a figure of a draft as `draft-figures/BLOCK/NAME.svg`, which belongs to no product. */
  name: string;
  folder?: ProductFolder;
  /** The file itself, where it was just chosen. */
  file?: Blob | null | undefined;
}

/** Its bytes; null until they are there, or if there are none. */
const useBytes = ({ product, name, folder = "assets", file }: ShownFileProps): Blob | null => {
  const { sendForBytes } = useApp().transport;
  const [bytes, setBytes] = useState<Blob | null>(null);
  useEffect(() => {
    setBytes(file ?? null);
    if (file || name === "") return;
    let isCurrent = true;
    void fetchShownFile(sendForBytes, product, name, folder).then((found) => {
      if (isCurrent) setBytes(found);
    });
    return () => {
      isCurrent = false;
    };
  }, [sendForBytes, product, name, folder, file]);
  return bytes;
};

/** A picture, or the first page of a sheet, in small: one of a product's folder, or one that was just chosen. */
export const ShownFile = (props: ShownFileProps) => {
  const bytes = useBytes(props);
  if (!bytes) return null;
  return /\.pdf$/i.test(props.name) ? (
    <Sheet bytes={bytes} name={props.name} />
  ) : (
    <Picture bytes={bytes} />
  );
};

const Picture = ({ bytes }: { bytes: Blob }) => {
  const [address, setAddress] = useState("");
  useEffect(() => {
    const url = URL.createObjectURL(bytes);
    setAddress(url);
    return () => URL.revokeObjectURL(url);
  }, [bytes]);
  return address ? <img className={styles.picture} src={address} alt="" /> : null;
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
