import { useEffect, useRef, useState } from "react";
import type { PagedDocument } from "./open-document.ts";
import styles from "./page-image.module.css";

/** The wait after a zoom before a page is painted again. */
const SETTLE_MS = 200;
/** The largest picture of a page, in pixels: engines refuse larger ones. */
const MAX_PIXELS = 16_000_000;

interface PageImageProps {
  document: PagedDocument;
  page: number;
  turn: number;
  /** The width in CSS pixels. */
  width: number;
  height: number;
  /** What the page is called. */
  label: string;
  onFail: () => void;
}

/** The page itself. A page of a PDF is painted again when it is shown larger. */
export const PageImage = ({
  document,
  page,
  turn,
  width,
  height,
  label,
  onFail,
}: PageImageProps) => {
  const place = useRef<HTMLDivElement>(null);
  const [painted, setPainted] = useState({ page: 0, turn: 0, pixels: 0 });
  const fail = useRef(onFail);
  fail.current = onFail;

  const ratio = Math.min(devicePixelRatio || 1, 2);
  const most = Math.sqrt((MAX_PIXELS * width) / Math.max(1, height));
  const wanted = Math.ceil(Math.min(width * ratio, most));
  const isOther = painted.page !== page || painted.turn !== turn;
  const isBlurred = document.isVector && wanted > painted.pixels * 1.05;
  const isNeeded = wanted > 0 && (isOther || isBlurred);

  useEffect(() => {
    if (!isNeeded) return;
    const stop = new AbortController();
    const paint = async () => {
      try {
        const element = await document.paint(page, turn, wanted, stop.signal);
        if (stop.signal.aborted) return;
        if (element instanceof HTMLImageElement) element.alt = label;
        else Object.assign(element, { role: "img", ariaLabel: label });
        place.current?.replaceChildren(element);
        setPainted({ page, turn, pixels: wanted });
      } catch {
        if (!stop.signal.aborted) fail.current();
      }
    };
    const timer = setTimeout(() => void paint(), isOther ? 0 : SETTLE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [document, page, turn, wanted, label, isOther, isNeeded]);

  return <div ref={place} className={styles.page} data-stale={isOther || undefined} />;
};
