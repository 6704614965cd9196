import type { Box, Turn } from "../../../drafting/print/drawing.ts";
import type { Placement } from "../../../drafting/print/lay-out.ts";

/** The corner of a box round the origin once it is turned. */
const cornerOf = ({ x, y, width, height }: Box, turn: Turn): readonly [number, number] => {
  if (turn === 90) return [-y - height, x];
  if (turn === 180) return [-x - width, -y - height];
  return turn === 270 ? [y, -x - width] : [x, y];
};

/** The transform of SVG that puts a piece in its place. */
export const transformOf = (box: Box, { x, y, turn }: Placement): string => {
  const [left, top] = cornerOf(box, turn);
  return `translate(${x - left} ${y - top}) rotate(${turn})`;
};

/** The placement a quarter turn further, round the piece's middle. */
export const turnFurther = ({ width, height }: Box, placement: Placement): Placement => {
  const { x, y, turn } = placement;
  const [wide, high] = turn % 180 === 0 ? [width, height] : [height, width];
  return {
    ...placement,
    turn: ((turn + 90) % 360) as Turn,
    x: Math.max(0, x + (wide - high) / 2),
    y: Math.max(0, y + (high - wide) / 2),
  };
};

/** In centimetres. */
const STEP = 1;
const LONG_STEP = 10;

/** Where an arrow key moves a piece; null for another key. */
export const moveByKey = (placement: Placement, key: string, isLong: boolean): Placement | null => {
  const step = isLong ? LONG_STEP : STEP;
  const by = {
    ArrowLeft: [-step, 0],
    ArrowRight: [step, 0],
    ArrowUp: [0, -step],
    ArrowDown: [0, step],
  }[key];
  if (!by) return null;
  const [x = 0, y = 0] = by;
  return { ...placement, x: Math.max(0, placement.x + x), y: Math.max(0, placement.y + y) };
};
