import { type KeyboardEvent, type PointerEvent, useRef } from "react";
import type { Cubic, Point } from "../../../drafting/geometry.ts";
import type { TriedFront, TryDart } from "../../../drafting/try-dart.ts";
import styles from "./try-dart.module.css";

const xy = ({ x, y }: Point): string => `${x.toFixed(3)} ${y.toFixed(3)}`;

const pathOf = (curves: readonly Cubic[]): string =>
  curves
    .map(
      ([from, one, other, to], i) =>
        `${i === 0 ? `M${xy(from)}` : `L${xy(from)}`}C${xy(one)} ${xy(other)} ${xy(to)}`,
    )
    .join("");

/** One millimetre. */
const STEP = 0.1;
const PAGE = 1;

/** Half of the area that takes a finger, in centimetres of the draft. */
const TOUCH = 2.6;

/** By hand: not every runtime writes the attribute as SVG does, in small letters. */
const focusable = (handle: SVGGElement | null) => handle?.setAttribute("tabindex", "0");

export interface TryDartFrontProps {
  tried: TryDart;
  front: TriedFront;
  position: number;
  label: string;
  /** Reads the position out. */
  words: string;
  onMove: (position: number) => void;
}

/** The front, whose dart follows the pointer round the bust point, or the arrow keys. */
export const TryDartFront = (props: TryDartFrontProps) => {
  const { tried, front, position, label, words, onMove } = props;
  const picture = useRef<SVGSVGElement>(null);
  const { left, top, width, height } = tried.box;

  const follow = (event: PointerEvent) => {
    if (event.buttons === 0) return;
    const screen = picture.current?.getScreenCTM();
    if (!screen) return;
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(screen.inverse());
    onMove(tried.toward({ x, y }));
  };

  const steps: Readonly<Record<string, number>> = {
    ArrowRight: position + STEP,
    ArrowUp: position + STEP,
    ArrowLeft: position - STEP,
    ArrowDown: position - STEP,
    PageUp: position + PAGE,
    PageDown: position - PAGE,
    Home: 0,
    End: tried.length,
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = steps[event.key];
    if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    onMove(Math.min(tried.length, Math.max(0, next)));
  };

  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: the slider in it has the name, and a title would cover the drawing
    <svg ref={picture} className={styles.front} viewBox={`${left} ${top} ${width} ${height}`}>
      <path className={styles.drafted} d={pathOf(tried.drafted)} />
      <path className={styles.piece} d={`${pathOf(front.outline)}Z`} />
      {front.darts.map(({ inner, point, outer }) => (
        <path key={xy(point)} d={`M${xy(inner)}L${xy(point)}L${xy(outer)}`} />
      ))}
      <circle className={styles.bust} cx={tried.bustPoint.x} cy={tried.bustPoint.y} r="0.45" />
      <g
        ref={focusable}
        role="slider"
        className={styles.handle}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={Math.round(tried.length * 10)}
        aria-valuenow={Math.round(position * 10)}
        aria-valuetext={words}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          event.currentTarget.focus({ preventScroll: true });
        }}
        onPointerMove={follow}
      >
        <circle className={styles.touch} cx={front.at.x} cy={front.at.y} r={TOUCH} />
        <circle className={styles.knob} cx={front.at.x} cy={front.at.y} r="0.9" />
      </g>
    </svg>
  );
};
