import { useEffect, useState } from "react";
import styles from "./qr-code.module.css";

/** With more characters the modules would be too small for a phone to read. */
const MAX_CHARACTERS = 1100;
/** The quiet zone that scanners need, in modules. */
const QUIET = 4;

interface Drawing {
  /** The number of modules on a side, including the quiet zone. */
  size: number;
  path: string;
}

/** Draws the dark modules as one path. Adjacent modules of a row are joined. */
const drawingOf = (rows: readonly (readonly boolean[])[]): Drawing => {
  const runs = rows.flatMap((row, y) =>
    [
      ...row
        .map((dark) => (dark ? "1" : "0"))
        .join("")
        .matchAll(/1+/g),
    ].map(({ index, 0: run }) => `M${index + QUIET} ${y + QUIET}h${run.length}v1h-${run.length}z`),
  );
  return { size: rows.length + 2 * QUIET, path: runs.join("") };
};

interface QrCodeProps {
  text: string;
  /** The accessible name. */
  label: string;
}

/** Whether a text is short enough for a QR code on a screen. */
export const fitsQrCode = (text: string): boolean => text.length <= MAX_CHARACTERS;

/** A text as a QR code, dark on light in every theme. Renders nothing if the text is too long. */
export const QrCode = ({ text, label }: QrCodeProps) => {
  const [drawing, setDrawing] = useState<Drawing | null>(null);

  useEffect(() => {
    let gone = false;
    setDrawing(null);
    if (!fitsQrCode(text)) return;
    // The page shows the text too, so a failure to load the encoder is ignored.
    import(/* webpackChunkName: "qr-code" */ "uqr").then(
      ({ encode }) => {
        const { data } = encode(text, { ecc: "L", boostEcc: true, border: 0 });
        if (!gone) setDrawing(drawingOf(data));
      },
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [text]);

  if (!drawing) return null;
  const { size, path } = drawing;
  return (
    <svg
      className={styles.code}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  );
};
