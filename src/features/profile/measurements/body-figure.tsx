import type { ReactNode } from "react";
import type { FieldKey } from "../../../domain/measurements/fields.ts";
import styles from "./body-figure.module.css";
import { outlines, type View } from "./body-outline.ts";
import { type FigureLine, figureLines } from "./figure-lines.ts";

const VIEWS: readonly View[] = ["front", "side", "back"];
/** The middle of each view. */
const MIDDLE = { front: 82, side: 214, back: 346 };

const shapeOf = (line: FigureLine): { front: string; back?: string; place?: string } => {
  if ("path" in line) return { front: line.path };
  const [cx, cy, rx, ry, turn = 0] = line.girth;
  return {
    front: `M${-rx} 0A${rx} ${ry} 0 0 0 ${rx} 0`,
    back: `M${-rx} 0A${rx} ${ry} 0 0 1 ${rx} 0`,
    place: `translate(${cx} ${cy}) rotate(${turn})`,
  };
};

/** A tape along a measure. The part behind the body is dashed. */
const Tape = ({ line }: { line: FigureLine }) => {
  const { front, back, place } = shapeOf(line);
  return (
    <g transform={place} className={styles.tape}>
      {back ? <path d={back} className={styles.behind} /> : null}
      <path d={front} className={styles.edge} />
      <path d={front} className={styles.band} />
      <path d={front} className={styles.marks} />
    </g>
  );
};

export interface BodyFigureProps {
  /** The measure that is being taken. */
  lit: FieldKey | null;
  children?: ReactNode;
}

/**
 * A drawing of where a measure is taken. Hidden from screen readers, because the fields say it in
 * words.
 */
export const BodyFigure = ({ lit, children }: BodyFigureProps) => {
  const line = lit && figureLines[lit];
  return (
    <figure className={styles.figure} aria-hidden="true">
      <svg viewBox="0 0 428 420" aria-hidden="true">
        {VIEWS.map((view) => (
          <g
            key={view}
            transform={`translate(${MIDDLE[view]})`}
            className={styles.view}
            data-away={(line && line.view !== view) || undefined}
          >
            {outlines[view].body.map((path) => (
              <path key={path} d={path} className={styles.body} />
            ))}
            <path d={outlines[view].inner} className={styles.inner} />
            {line?.view === view ? <Tape key={lit} line={line} /> : null}
          </g>
        ))}
      </svg>
      {children}
    </figure>
  );
};
