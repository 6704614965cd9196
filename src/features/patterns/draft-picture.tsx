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
  /** Centimetres to a pixel. */
  pixel: number;
}

const Label = ({ piece, x, y, pixel }: LabelProps) => {
  const text = useText();
  const cutText = useCutText();
  const letters = Math.max(8, Math.floor(piece.width / (LETTER_WIDTH_PX * pixel)) - 2);
  const name = wrap(nameIn(text, pieceNames, piece.name), letters);
  const rows = [...name, ...wrap(cutText(piece.cut), letters)];
  const height = rows.length * LETTER_PX * pixel;
  // The name stands in the middle of the piece, where there is most room, and below a low one.
  const middle = x + piece.left + piece.width / 2;
  const isLow = height > piece.height / 3;
  const top =
    y +
    piece.top +
    (isLow ? piece.height + LETTER_PX * 1.2 * pixel : piece.height * 0.55 - height / 2);
  return (
    <text className={styles.label} fontSize={LETTER_PX * pixel} strokeWidth={4 * pixel}>
      {rows.map((row, i) => (
        <tspan
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name
          key={i}
          x={middle}
          y={top + i * LETTER_PX * 1.25 * pixel}
          fontWeight={i < name.length ? 600 : 400}
        >
          {row}
        </tspan>
      ))}
    </text>
  );
};

interface DraftPictureProps {
  layout: Layout;
  /** What the picture shows of the layout, in centimetres. */
  viewBox: string;
  pixel: number;
}

/** The pieces of a draft, with another draft over them. Screen readers get the table of lengths. */
export const DraftPicture = ({ layout, viewBox, pixel }: DraftPictureProps) => (
  <svg
    className={styles.picture}
    viewBox={viewBox}
    preserveAspectRatio="xMidYMid"
    aria-hidden="true"
  >
    {layout.pieces.map((laid) => (
      <g key={laid.piece.name}>
        <g transform={`translate(${laid.x} ${laid.y})`}>
          <Lines lines={laid.piece.lines} />
        </g>
        {laid.overlay ? (
          <g className={styles.overlay} transform={`translate(${laid.overlayX} ${laid.y})`}>
            <path d={laid.overlay.lines.cutting} />
            <path d={laid.overlay.lines.darts} />
          </g>
        ) : null}
        <Label {...laid} pixel={pixel} />
      </g>
    ))}
  </svg>
);
