import { Fragment } from "react";
import { nameIn, pieceNames } from "../../core/pattern-messages.ts";
import type { Sketch, SketchedPiece } from "../../drafting/sketch.ts";
import { useText } from "../../i18n/use-text.ts";
import { useCutText } from "./pattern-texts.ts";
import styles from "./picture.module.css";

/** Between two pieces, in centimetres. */
const GAP = 4;

/** A piece where it lies on the screen, with the one that is laid over it. */
interface Laid {
  readonly piece: SketchedPiece;
  readonly overlay: SketchedPiece | null;
  /** Added to the points of each. */
  readonly x: number;
  readonly overlayX: number;
  readonly y: number;
}

interface Layout {
  readonly pieces: readonly Laid[];
  readonly width: number;
  readonly height: number;
}

/**
 * Lays the pieces of a draft side by side on one level. Two drafts of a piece lie with their centres on each other.
 * @param isMirrored whether the first piece is on the right
 */
export const layOut = (sketch: Sketch, overlay: Sketch | null, isMirrored: boolean): Layout => {
  const pieces: Laid[] = [];
  let right = 0;
  let [top, bottom] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const inOrder = isMirrored ? sketch.pieces.toReversed() : sketch.pieces;
  for (const piece of inOrder) {
    const other = overlay?.pieces.find(({ name }) => name === piece.name) ?? null;
    const shift = other ? piece.anchor - other.anchor : 0;
    const both = other ? [piece, { ...other, left: other.left + shift }] : [piece];
    const left = Math.min(...both.map((one) => one.left));
    const end = Math.max(...both.map((one) => one.left + one.width));
    top = Math.min(top, ...both.map((one) => one.top));
    bottom = Math.max(bottom, ...both.map((one) => one.top + one.height));
    const x = right + (pieces.length > 0 ? GAP : 0) - left;
    pieces.push({ piece, overlay: other, x, overlayX: x + shift, y: 0 });
    right = x + end;
  }
  return {
    pieces: pieces.map((laid) => ({ ...laid, y: -top })),
    width: right,
    height: bottom - top,
  };
};

/** A letter of the labels, in pixels: its size, and the room that one takes. */
const LETTER_PX = 13;
const LETTER_WIDTH_PX = 7;

/** Breaks a text between words, into lines of at most so many letters where that is possible. */
const wrap = (text: string, letters: number): string[] => {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < letters)
      lines.push(`${lines.pop()} ${word}`);
    else lines.push(word);
  }
  return lines;
};

const Lines = ({ lines }: Pick<SketchedPiece, "lines">) => (
  <>
    <path className={styles.piece} d={lines.cutting} />
    <path className={styles.guide} d={lines.guides} />
    <path className={styles.guide} d={lines.dartCentres} />
    <path className={styles.seam} d={lines.seam} />
    <path className={styles.dart} d={lines.darts} />
    <path className={styles.notch} d={lines.notches} />
    <path className={styles.grain} d={lines.grain} />
    <path className={styles.cutting} d={lines.cutting} />
    <path className={styles.fold} d={lines.fold} />
  </>
);

interface LabelProps extends Laid {
  view: View;
}

/** A label lies over the drawing, in pixels: letters that became larger with it would be made anew at each change. */
const Label = ({ piece, x, y, view }: LabelProps) => {
  const text = useText();
  const cutText = useCutText();
  const px = (cm: number) => cm / view.pixel;
  const letters = Math.max(8, Math.floor(px(piece.width) / LETTER_WIDTH_PX) - 2);
  const name = wrap(nameIn(text, pieceNames, piece.name), letters);
  const rows = [...name, ...wrap(cutText(piece.cut), letters)];
  const height = rows.length * LETTER_PX;
  const middle = px(x + piece.left + piece.width / 2 - view.left);
  const [top, tall] = [px(y + piece.top - view.top), px(piece.height)];
  // The name stands in the middle of the piece, where there is most room, and below a low one.
  const isLow = height > tall / 3;
  const first = top + (isLow ? tall + LETTER_PX * 1.2 : tall * 0.55 - height / 2);
  return (
    <text className={styles.label}>
      {rows.map((row, i) => (
        <tspan
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name
          key={i}
          x={middle}
          y={first + i * LETTER_PX * 1.25}
          fontWeight={i < name.length ? 600 : 400}
        >
          {row}
        </tspan>
      ))}
    </text>
  );
};

/** What a picture shows of a layout. */
interface View {
  /** Its corner, in centimetres. */
  readonly left: number;
  readonly top: number;
  /** Centimetres to a pixel. */
  readonly pixel: number;
}

interface DraftPictureProps {
  layout: Layout;
  view: View;
}

/** The pieces of a draft, with another draft over them. Screen readers get the table of lengths. */
export const DraftPicture = ({ layout, view }: DraftPictureProps) => (
  <svg className={styles.picture} aria-hidden="true">
    <g transform={`scale(${1 / view.pixel}) translate(${-view.left} ${-view.top})`}>
      {layout.pieces.map(({ piece, overlay, x, overlayX, y }) => (
        <Fragment key={piece.name}>
          <g transform={`translate(${x} ${y})`}>
            <Lines lines={piece.lines} />
          </g>
          {overlay ? (
            <g className={styles.overlay} transform={`translate(${overlayX} ${y})`}>
              <path d={overlay.lines.cutting} />
              <path d={overlay.lines.darts} />
            </g>
          ) : null}
        </Fragment>
      ))}
    </g>
    {layout.pieces.map((laid) => (
      <Label key={laid.piece.name} {...laid} view={view} />
    ))}
  </svg>
);
