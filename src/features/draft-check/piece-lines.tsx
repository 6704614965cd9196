import type { Cubic, Point } from "../../drafting/geometry.ts";
import type { Piece } from "../../drafting/pattern.ts";
import styles from "./draft-check.module.css";

const xy = ({ x, y }: Point): string => `${x.toFixed(3)} ${y.toFixed(3)}`;

/** Curves end to end as the data of a path. */
export const pathData = (curves: readonly Cubic[]): string =>
  curves
    .map(([from, one, other, to], i) => {
      const last = curves[i - 1]?.[3];
      const follows = last && last.x === from.x && last.y === from.y;
      return `${follows ? "" : `M${xy(from)}`}C${xy(one)} ${xy(other)} ${xy(to)}`;
    })
    .join("");

/** The box of a piece, in centimetres. The handles of curves count: a curve lies within them. */
const boxOf = ({ edges }: Piece) => {
  const points = edges.flatMap(({ curves }) => curves.flat());
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return { left, top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
};

const GAP = 4;

/** The pieces of a draft, side by side. The texts beside it say what it shows. */
export const Pieces = ({ pieces, label }: { pieces: readonly Piece[]; label: string }) => {
  let right = 0;
  const placed = pieces.map((piece) => {
    const box = boxOf(piece);
    const x = right - box.left;
    right += box.width + GAP;
    return { piece, box, x };
  });
  const height = Math.max(0, ...placed.map(({ box }) => box.height));
  return (
    <svg
      className={styles.pieces}
      viewBox={`-1 -1 ${(right - GAP + 2).toFixed(2)} ${(height + 2).toFixed(2)}`}
      role="img"
      aria-label={label}
    >
      {placed.map(({ piece, box, x }) => (
        <g key={piece.name} transform={`translate(${x.toFixed(3)} ${(-box.top).toFixed(3)})`}>
          <path d={pathData(piece.edges.flatMap(({ curves }) => curves))} />
          {piece.darts.map(({ inner, point, outer }) => (
            <path key={xy(point)} d={`M${xy(inner)}L${xy(point)}L${xy(outer)}`} />
          ))}
          <path data-guide="" d={piece.guides.map(pathData).join("")} />
          <path data-guide="" d={`M${xy(piece.grain[0])}L${xy(piece.grain[1])}`} />
        </g>
      ))}
    </svg>
  );
};
