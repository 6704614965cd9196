import { useEffect, useState } from "react";
import styles from "./qr-code.module.css";

/** A screen shows more so small that no phone reads it. */
const MAX_CHARACTERS = 1100;
/** The margin that readers need, in modules. */
const QUIET = 4;

interface Drawing {
  /** Modules on a side, with the margin. */
  size: number;
  path: string;
}

/** The dark modules as one path, those of a row joined where they touch. */
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

export interface QrCodeProps {
  /** What a phone reads. */
  text: string;
  /** What it is, for who does not see it. */
  label: string;
}

/** Whether a text is short enough for a code that can be read off a screen. */
export const fitsQrCode = (text: string): boolean => text.length <= MAX_CHARACTERS;

/** A text as a QR code, dark on a light plate in every theme; nothing where the text is too long. */
export const QrCode = ({ text, label }: QrCodeProps) => {
  const [drawing, setDrawing] = useState<Drawing | null>(null);

  useEffect(() => {
    let gone = false;
    setDrawing(null);
    if (!fitsQrCode(text)) return;
    // The text itself is there as well, where the code does not arrive.
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
