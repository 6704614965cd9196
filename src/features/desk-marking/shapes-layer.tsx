import { memo } from "react";
import { useSnapshot } from "valtio";
import type { Ink, Shape } from "../../contract/drawing.ts";
import { DRAWING_FONTS, HALO_WIDTH, INK_COLOURS, type Mark, markOf } from "../../domain/drawing.ts";
import { LINE_HEIGHT, TEXT_SIZE } from "../../domain/drawing-text.ts";
import { type LengthFormat, scaleOf } from "../../domain/drawn-length.ts";
import styles from "./marking.module.css";
import type { Marking } from "./marking.ts";
import { type Box, boxOf } from "./shape-geometry.ts";
import type { DrawnStroke, LiveStroke } from "./use-drawing.ts";

/** How all shapes are painted, as the school paints them on the marked copy. */
const PAINT = {
  fontFamily: DRAWING_FONTS,
  fontSize: TEXT_SIZE,
  fontWeight: "bold",
  stroke: "#fff",
  strokeWidth: 2 * HALO_WIDTH,
  strokeLinejoin: "round",
  paintOrder: "stroke",
} as const;

const MarkView = ({ mark: { ink, paths, caption, isOnArea } }: { mark: Mark }) => (
  <g fill={INK_COLOURS[ink]}>
    {paths.length > 0 ? <path d={paths.join("")} /> : null}
    {caption?.lines.map((line, index) => (
      <text
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity
        key={index}
        x={caption.x}
        y={caption.y + index * LINE_HEIGHT}
        textAnchor={caption.anchor}
        direction={caption.direction}
        fill={isOnArea ? "#fff" : undefined}
      >
        {line}
      </text>
    ))}
  </g>
);

interface ShapeViewProps {
  shape: Shape;
  /** Only measured lines without a known length depend on it. */
  scale: number | null;
  format: LengthFormat;
}

/** A shape is computed once, however often the page is shown again. */
const ShapeView = memo(({ shape, scale, format }: ShapeViewProps) => (
  <MarkView mark={markOf(shape, scale, format)} />
));

const PADDING = 80;

const Selection = ({ box }: { box: Box }) => (
  <rect
    className={styles.selection}
    x={box.x - PADDING}
    y={box.y - PADDING}
    width={box.width + 2 * PADDING}
    height={box.height + 2 * PADDING}
  />
);

interface ShapesLayerProps {
  shapes: readonly Shape[];
  format: LengthFormat;
  selected: number | null;
  /** Of the page, in units. */
  height: number;
}

/** The shapes of a page. The list of shapes says the same in words. */
export const ShapesLayer = memo(({ shapes, format, selected, height }: ShapesLayerProps) => {
  const scale = scaleOf(shapes);
  const chosen = selected === null ? undefined : shapes[selected];
  return (
    <svg
      className={styles.shapes}
      viewBox={`0 0 10000 ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      {...PAINT}
    >
      {shapes.map((shape, index) => (
        <ShapeView
          // biome-ignore lint/suspicious/noArrayIndexKey: the position is what identifies a shape
          key={index}
          shape={shape}
          scale={shape.kind === "measure" && shape.mm === null ? scale : null}
          format={format}
        />
      ))}
      {chosen ? <Selection box={boxOf(chosen)} /> : null}
    </svg>
  );
});

/** The parts of a stroke that change no more. */
const StrokeParts = memo(({ parts }: { parts: readonly string[] }) => (
  <>
    {parts.map((part, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts are only added at the end
      <path key={index} d={part} />
    ))}
  </>
));

const Stroke = ({ drawn: { parts, end } }: { drawn: DrawnStroke }) => (
  <>
    <StrokeParts parts={parts} />
    {end ? <path d={end} /> : null}
  </>
);

interface LiveLayerProps {
  marking: Marking;
  stroke: LiveStroke;
  draft: { readonly shape: Shape | null };
  ink: Ink;
  format: LengthFormat;
  /** What of the page is in the frame, in units: `x y width height`. */
  viewBox: string;
}

/** What is being drawn. A layer of its own as large as the frame: only it is painted in each frame. */
export const LiveLayer = ({ marking, stroke, draft, ink, format, viewBox }: LiveLayerProps) => {
  const { drawn } = useSnapshot(stroke.state, { sync: true });
  const { shape } = useSnapshot(draft, { sync: true });
  const { unmeasured } = useSnapshot(marking.state);
  const shown = shape ?? unmeasured;
  return (
    <svg className={styles.live} viewBox={viewBox} aria-hidden="true" {...PAINT}>
      {/* All white edges first: that of a part would cut the line where the part before ends. */}
      <g fill="none">
        <Stroke drawn={drawn} />
      </g>
      <g fill={INK_COLOURS[ink]} stroke="none">
        <Stroke drawn={drawn} />
      </g>
      {shown ? (
        <MarkView mark={markOf(shown as Shape, scaleOf(marking.shown().shapes), format)} />
      ) : null}
    </svg>
  );
};
