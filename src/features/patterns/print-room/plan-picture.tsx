import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useId,
  useRef,
  useState,
} from "react";
import type { Box, Turn } from "../../../drafting/print/drawing.ts";
import type { Placement } from "../../../drafting/print/lay-out.ts";
import type { PiecePicture, PrintPreview } from "../../../drafting/print/print-files.ts";
import { useText } from "../../../i18n/use-text.ts";
import styles from "./print-room.module.css";

/** The corner of a box round the origin once it is turned. */
const cornerOf = ({ x, y, width, height }: Box, turn: Turn): readonly [number, number] => {
  if (turn === 90) return [-y - height, x];
  if (turn === 180) return [-x - width, -y - height];
  return turn === 270 ? [y, -x - width] : [x, y];
};

/** The transform of SVG that puts a piece in its place. */
const transformOf = (box: Box, { x, y, turn }: Placement): string => {
  const [left, top] = cornerOf(box, turn);
  return `translate(${x - left} ${y - top}) rotate(${turn})`;
};

/** The placement a quarter turn further, round the piece's middle. */
const turnFurther = ({ width, height }: Box, placement: Placement): Placement => {
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
const moveByKey = (placement: Placement, key: string, isLong: boolean): Placement | null => {
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

interface PieceBoardProps {
  /** Names the drawing. */
  label: string;
  /** Says how pieces are moved. */
  hint: string;
  /** In centimetres. */
  width: number;
  height: number;
  /** What they lie on. */
  background: ReactNode;
  pieces: readonly PiecePicture[];
  /** Where they lie; the first one of a name counts. */
  placements: readonly Placement[];
  /** The name of a piece, by its name in the draft. */
  nameOf: (piece: string) => string;
  /** Says a length in the unit of the table. */
  lengthOf: (cm: number) => string;
  /** Where a piece lies after a turn; null where it may not be turned. */
  turned: (box: Box, placement: Placement) => Placement | null;
  onMove: (placement: Placement) => void;
}

/** A piece that the pointer holds. */
interface Held {
  readonly placement: Placement;
  readonly from: { readonly x: number; readonly y: number };
}

/** A drawing of pieces that are dragged, or moved and turned by keys. */
export const PieceBoard = ({
  label: boardLabel,
  hint: words,
  width,
  height,
  background,
  pieces,
  placements,
  nameOf,
  lengthOf,
  turned,
  onMove,
}: PieceBoardProps) => {
  const text = useText();
  const hint = useId();
  const picture = useRef<SVGSVGElement>(null);
  const [held, setHeld] = useState<Held | null>(null);

  const placementOf = (piece: string): Placement | undefined =>
    placements.find(({ name }) => name === piece);

  /** Where the pointer is, in centimetres. The picture may be narrower than its frame. */
  const inPicture = ({ clientX, clientY }: PointerEvent) =>
    new DOMPoint(clientX, clientY).matrixTransform(picture.current?.getScreenCTM()?.inverse());

  const piece = ({ name, outline, inner, box }: PiecePicture) => {
    const settled = placementOf(name);
    if (!settled) return null;
    const placement = held?.placement.name === name ? held.placement : settled;
    const label = text("patterns.print.piece-at", {
      piece: nameOf(name),
      x: lengthOf(placement.x),
      y: lengthOf(placement.y),
    });
    const onKeyDown = (event: KeyboardEvent) => {
      const isTurn = event.key === "Enter" || event.key === " ";
      const next = isTurn ? turned(box, settled) : moveByKey(settled, event.key, event.shiftKey);
      if (!next) return;
      event.preventDefault();
      onMove(next);
    };
    const onPointerDown = (event: PointerEvent) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      setHeld({ placement: settled, from: inPicture(event) });
    };
    const onPointerMove = (event: PointerEvent) => {
      if (held?.placement.name !== name) return;
      const { x, y } = inPicture(event);
      setHeld({
        ...held,
        placement: {
          ...settled,
          x: Math.max(0, settled.x + x - held.from.x),
          y: Math.max(0, settled.y + y - held.from.y),
        },
      });
    };
    const onPointerUp = () => {
      if (held?.placement.name !== name) return;
      const isMoved = held.placement.x !== settled.x || held.placement.y !== settled.y;
      if (isMoved) onMove(held.placement);
      setHeld(null);
    };
    return (
      // biome-ignore lint/a11y/useSemanticElements: a button cannot be part of a drawing
      <g
        key={name}
        role="button"
        tabIndex={0}
        aria-label={label}
        aria-describedby={hint}
        className={styles.piece}
        transform={transformOf(box, placement)}
        onKeyDown={onKeyDown}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerCancel={() => setHeld(null)}
      >
        <path className={styles.outline} d={outline} />
        <path className={styles.inner} d={inner} />
      </g>
    );
  };

  return (
    <>
      <p id={hint} className={styles.hint}>
        {words}
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is no drawing */}
      <svg
        ref={picture}
        className={styles.plan}
        role="group"
        aria-label={boardLabel}
        viewBox={`0 0 ${width} ${height}`}
        style={{ aspectRatio: `${width} / ${height}` }}
      >
        {background}
        {pieces.map(piece)}
      </svg>
      <div className={styles.turns}>
        {pieces.map(({ name, box }) => {
          const settled = placementOf(name);
          const next = settled && turned(box, settled);
          return next ? (
            <button key={name} type="button" className="button quiet" onClick={() => onMove(next)}>
              {text("patterns.print.turn", { piece: nameOf(name) })}
            </button>
          ) : null;
        })}
      </div>
    </>
  );
};

interface PlanPictureProps extends Pick<PieceBoardProps, "nameOf" | "lengthOf" | "onMove"> {
  preview: PrintPreview;
  /** Where a hand has put pieces, which may be newer than the preview. */
  moved: readonly Placement[];
}

/** The sheets with the pieces on them. */
export const PlanPicture = ({ preview, moved, ...rest }: PlanPictureProps) => {
  const text = useText();
  const { plan, pictures } = preview;
  const { columns, rows, step, area, tiles, layout } = plan;
  return (
    <PieceBoard
      label={text("patterns.print.plan")}
      hint={text("patterns.print.hint")}
      width={(columns - 1) * step.x + area.width}
      height={(rows - 1) * step.y + area.height}
      background={tiles.map(({ name, row, column, isBlank }) => (
        <g key={name} className={isBlank ? styles.blank : styles.sheet}>
          <rect x={column * step.x} y={row * step.y} width={area.width} height={area.height} />
          {isBlank || tiles.length === 1 ? null : (
            <text
              x={column * step.x + area.width / 2}
              y={row * step.y + area.height / 2}
              fontSize={Math.min(area.width, area.height) / 4}
            >
              {name}
            </text>
          )}
        </g>
      ))}
      pieces={pictures}
      placements={[...moved, ...layout.placements]}
      turned={turnFurther}
      {...rest}
    />
  );
};
