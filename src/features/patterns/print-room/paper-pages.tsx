import { useEffect, useRef } from "react";
import styles from "./print-room.module.css";

interface PaperPagesProps {
  /** Each page as SVG in its real size. */
  pages: readonly string[];
  /** In centimetres. */
  width: number;
  height: number;
  /** Nothing is drawn in it. In centimetres. */
  margin: number;
  onPrinted: () => void;
}

/**
 * WebKit lays a page out with 1.25 pixels for each printable point, prints it larger by a fifteenth, and makes
 * smaller what is wider. So it gets what is wider by that much: then its pixels have their real size, whatever the
 * margins of the printer. Those of `@page` must not be set, as it subtracts them, and prints in the printer's.
 */
const isWebKit = navigator.vendor.startsWith("Apple");
const WEBKIT_WIDTH = "calc(100% * 16 / 15)";

/**
 * The pages in their real size, visible only in print, and the print dialog. They are pictures, so that
 * nothing of the screen's styles reaches into them, and lines and letters stay sharp.
 */
export const PaperPages = ({ pages, width, height, margin, onPrinted }: PaperPagesProps) => {
  const paper = useRef<HTMLDivElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: they are printed once
  useEffect(() => {
    const container = paper.current;
    if (!container) return;
    let gone = false;
    // A style element would need the page's policy to allow it.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      `@page { size: ${width * 10}mm ${height * 10}mm; ${isWebKit ? "" : `margin: ${margin * 10}mm`} }`,
    );
    if (isWebKit) Object.assign(container.style, { width: WEBKIT_WIDTH, overflow: "hidden" });
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    const addresses = pages.map((page) =>
      URL.createObjectURL(new Blob([page], { type: "image/svg+xml" })),
    );
    const pictures = addresses.map((address) => {
      const picture = new Image();
      picture.src = address;
      picture.alt = "";
      const side = (cm: number) => `${cm * 10}mm`;
      Object.assign(picture.style, {
        width: side(width),
        height: side(height),
        margin: side(-margin),
      });
      return picture;
    });
    // Without their margins, which printers add. A little less, as a page that is too high would begin another.
    const spare = isWebKit ? 1 : 0.1;
    container.append(
      ...pictures.map((picture) => {
        const page = document.createElement("div");
        page.style.width = `${(width - 2 * margin) * 10}mm`;
        page.style.height = `${(height - 2 * margin) * 10 - spare}mm`;
        page.append(picture);
        return page;
      }),
    );
    addEventListener("afterprint", onPrinted);
    void Promise.allSettled(pictures.map((picture) => picture.decode())).then(() => {
      if (!gone) print();
    });
    return () => {
      gone = true;
      removeEventListener("afterprint", onPrinted);
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
      for (const address of addresses) URL.revokeObjectURL(address);
      container.replaceChildren();
    };
  }, []);

  return <div ref={paper} className={styles.paper} aria-hidden="true" />;
};
