import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { useSnapshot } from "valtio";
import type { Point, Shape } from "../../contract/drawing.ts";
import type { LengthFormat } from "../../domain/drawn-length.ts";
import { useText } from "../../i18n/use-text.ts";
import type { PagedDocument } from "../../ui/open-document.ts";
import { PageImage } from "../../ui/page-image.tsx";
import { ARROW_PANS, type Offset } from "../../ui/zoom-view.ts";
import styles from "./marking.module.css";
import { LIMITS, type Marking } from "./marking.ts";
import { shapeAt } from "./shape-geometry.ts";
import { LiveLayer, ShapesLayer } from "./shapes-layer.tsx";
import { listenToStage, type StageListeners } from "./stage-pointer.ts";
import { useCrosshair } from "./use-crosshair.ts";
import { useDrawing } from "./use-drawing.ts";
import type { View } from "./use-view.ts";

interface TextEntryProps {
  /** Where its first line begins in the frame. */
  place: Offset;
  maxLength: number;
  label: string;
  /** Called with what was written; empty if the person gives up. */
  onDone: (text: string) => void;
}

/** The field for words at a point of the page, at their place. */
const TextEntry = ({ place, maxLength, label, onDone }: TextEntryProps) => {
  const text = useText();
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [typed, setTyped] = useState("");
  const isOver = useRef(false);

  const finish = (text: string) => {
    // Leaving the field because it is removed is no second answer.
    if (isOver.current) return;
    isOver.current = true;
    onDone(text);
  };

  // A layout effect: letters that are typed at once are for the field, not for the keys of the desk.
  useLayoutEffect(() => field.current?.focus(), []);

  return (
    <div
      className={styles.entry}
      style={{
        left: `clamp(0px, ${place.x}px, 100% - 14rem)`,
        top: `clamp(0px, ${place.y}px, 100% - 6rem)`,
      }}
    >
      <textarea
        ref={field}
        aria-label={label}
        aria-describedby={id}
        dir="auto"
        rows={2}
        maxLength={maxLength}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => finish(typed)}
        onPointerDown={(event) => event.stopPropagation()}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.key === "Escape") finish("");
          // Enter also chooses a word of a keyboard that composes.
          else if (event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing) {
            event.preventDefault();
            finish(typed);
          }
        }}
      />
      <p id={id}>{text("marking.text-help")}</p>
    </div>
  );
};

/** How close to a shape a press selects it, in CSS pixels. */
const REACH = 16;

interface StageProps {
  marking: Marking;
  document: PagedDocument;
  frame: RefObject<HTMLDivElement | null>;
  view: View;
  /** The height of the page as it is turned, in units. */
  height: number;
  shapes: readonly Shape[];
  turn: number;
  format: LengthFormat;
  readOnly: boolean;
  name: string;
  onFail: () => void;
}

/** A page with what is drawn on it. It is drawn on by mouse, pen, finger or keyboard. */
export const Stage = (props: StageProps) => {
  const { marking, document: file, frame, view, height, shapes, turn, format, readOnly } = props;
  const text = useText();
  const helpId = useId();
  const { tool, ink, selected, page } = useSnapshot(marking.state);
  const [entry, setEntry] = useState<Point | null>(null);
  const { drawing, stroke, draft } = useDrawing({ marking, onText: setEntry });
  const isHand = readOnly || tool === "hand";

  /** Moves the page so that a point is in the frame. */
  const reveal = (point: Point) => {
    const { x, y } = view.placeOf(point);
    const { width, height: high } = view.around.frame;
    const away = (at: number, size: number) => (at < 0 ? -at : at > size ? size - at : 0);
    const by = { x: away(x, width), y: away(y, high) };
    if (by.x !== 0 || by.y !== 0) view.panBy(by);
  };
  const crosshair = useCrosshair({ marking, drawing, height, reveal });

  const listeners: StageListeners = {
    isDrawing: () => !isHand && marking.state.unmeasured === null,
    onStart(place) {
      crosshair.hide();
      for (const point of view.pointsAt([place])) drawing.begin(point);
    },
    onMove: (places) => drawing.extend(view.pointsAt(places)),
    onEnd: drawing.end,
    onCancel: drawing.cancel,
    onPan: (by) => void view.panBy(by),
    onZoom: view.zoomBy,
    onTap(place) {
      const [point] = view.pointsAt([place]);
      if (readOnly || !point) return;
      marking.select(shapeAt(shapes, point, REACH / (view.perUnit() || 1)));
    },
    onWheel: (by) => view.view.scale > 1 && view.panBy(by),
  };
  const latest = useRef(listeners);
  latest.current = listeners;

  useEffect(() => {
    if (frame.current) return listenToStage(frame.current, () => latest.current);
  }, [frame]);

  // What was begun belongs to the page and the tool with which it was begun. A layout effect, because a
  // later one would take away what the person begins next.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when they change
  useLayoutEffect(() => {
    drawing.cancel();
    setEntry(null);
  }, [drawing, page, tool, turn]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const by = isHand ? ARROW_PANS[event.key] : undefined;
    if (by) view.panBy(by);
    else if (!readOnly && (event.key === "Delete" || event.key === "Backspace")) {
      marking.removeOne();
    } else if (isHand || marking.state.unmeasured || !crosshair.onKey(event)) return;
    event.preventDefault();
    event.stopPropagation();
  };

  const write = (at: Point, written: string) => {
    setEntry(null);
    frame.current?.focus({ preventScroll: true });
    const trimmed = written.trim();
    if (trimmed) marking.addWords(at, height, trimmed);
  };

  const { picture, frame: area } = view.around;
  const units = view.perUnit() || 1;
  const corner = view.placeOf({ x: 0, y: 0 });
  const { scale } = view.view;
  const size = { width: picture.width * scale, height: picture.height * scale };
  const seen = [-corner.x, -corner.y, area.width, area.height].map((each) => each / units);
  const { at } = crosshair;

  return (
    <>
      <div
        ref={frame}
        role="application"
        aria-label={text("marking.stage", { name: props.name, page })}
        aria-describedby={helpId}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it is drawn on by the keyboard, too
        tabIndex={0}
        className={styles.frame}
        data-hand={isHand || undefined}
        data-whole={scale <= 1 || undefined}
        onKeyDown={onKeyDown}
        onBlur={crosshair.hide}
      >
        <div className={styles.paper} style={{ ...size, translate: `${corner.x}px ${corner.y}px` }}>
          <PageImage
            document={file}
            page={page}
            turn={turn}
            label={props.name}
            {...size}
            onFail={props.onFail}
          />
          <ShapesLayer shapes={shapes} format={format} selected={selected} height={height} />
          {at ? (
            <svg
              className={styles.shapes}
              viewBox={`0 0 10000 ${height}`}
              preserveAspectRatio="none"
              aria-hidden="true"
            >
              <path
                className={styles.crosshair}
                d={`M${at.x - 300} ${at.y}h600M${at.x} ${at.y - 300}v600`}
              />
            </svg>
          ) : null}
        </div>
        <LiveLayer
          marking={marking}
          stroke={stroke}
          draft={draft}
          ink={ink}
          format={format}
          viewBox={seen.join(" ")}
        />
        {entry ? (
          <TextEntry
            key={`${entry.x} ${entry.y}`}
            place={view.placeOf(entry)}
            maxLength={LIMITS.textLength}
            label={text(tool === "pin" ? "marking.pin-entry" : "marking.text-entry")}
            onDone={(written) => write(entry, written)}
          />
        ) : null}
      </div>
      <p id={helpId} className={styles.help}>
        {text(isHand ? "marking.help-hand" : "marking.help-draw")}
      </p>
      <p role="status" className="unseen">
        {at
          ? text(crosshair.hasStart ? "marking.crosshair-begun" : "marking.crosshair", {
              x: Math.round(at.x / 100),
              y: Math.round((100 * at.y) / height),
            })
          : ""}
      </p>
    </>
  );
};
