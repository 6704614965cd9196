import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useMemo,
  useRef,
} from "react";
import { useIntl } from "react-intl";
import { directionOf } from "../../domain/languages.ts";
import type { Sketch } from "../../drafting/sketch.ts";
import { useText } from "../../i18n/use-text.ts";
import { movePointer } from "../../ui/gestures.ts";
import { Icon } from "../../ui/icon.tsx";
import { useZoomView } from "../../ui/use-zoom-view.ts";
import { ARROW_PANS, MAX_SCALE, type Offset, pan, type Size } from "../../ui/zoom-view.ts";
import { DraftPicture, layOut } from "./draft-picture.tsx";
import styles from "./picture.module.css";

const STILL: Offset = { x: 0, y: 0 };

/**
 * How a picture lies in its frame: fingers, mouse and wheel zoom and move it. A wheel without Ctrl scrolls the page, and
 * so does one finger while all of the picture is shown.
 */
const useFrame = (frame: RefObject<HTMLElement | null>, natural: Size) => {
  const { view: wanted, around, latest, zoomBy, panBy, showWhole } = useZoomView(frame, natural);
  // A picture that has become smaller keeps within the frame at once.
  const view = pan(wanted, STILL, around);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the listeners never change their behaviour
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const pointers = new Map<number, Offset>();
    const placeOf = ({ clientX, clientY }: MouseEvent): Offset => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return { x: clientX - left - width / 2, y: clientY - top - height / 2 };
    };
    const stop = new AbortController();
    const { signal } = stop;
    element.addEventListener(
      "pointerdown",
      (event) => {
        if (event.button !== 0) return;
        pointers.set(event.pointerId, placeOf(event));
        if (latest.current.view.scale > 1 || pointers.size > 1) {
          element.setPointerCapture(event.pointerId);
        }
      },
      { signal },
    );
    element.addEventListener(
      "pointermove",
      (event) =>
        movePointer(pointers, event.pointerId, placeOf(event), { onPan: panBy, onZoom: zoomBy }),
      { signal },
    );
    for (const end of ["pointerup", "pointercancel", "pointerleave"] as const) {
      element.addEventListener(end, ({ pointerId }) => void pointers.delete(pointerId), { signal });
    }
    element.addEventListener(
      "wheel",
      (event) => {
        if (!event.ctrlKey) return;
        event.preventDefault();
        const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
        zoomBy(Math.exp(-event.deltaY * lines * 0.01), placeOf(event));
      },
      { signal, passive: false },
    );
    return () => stop.abort();
  }, []);

  return { view, around, zoomBy, panBy, showWhole };
};

const MINUS = "M5 12h14";
const PLUS = "M5 12h14M12 5v14";
const CORNERS = "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5";

const STEP = 1.5;
/** Free of drawing round the pieces, in centimetres. */
const ROOM = 2;

interface DraftViewProps {
  /** Null if nothing could be drafted. */
  sketch: Sketch | null;
  overlay: Sketch | null;
  name: string;
  /** Below the picture, beside the buttons. */
  children: ReactNode;
}

/** The draft in a frame in which it can be zoomed and moved. */
export const DraftView = ({ sketch, overlay, name, children }: DraftViewProps) => {
  const text = useText();
  const { locale } = useIntl();
  const isMirrored = directionOf(locale) === "rtl";
  const frame = useRef<HTMLElement>(null);
  const layout = useMemo(
    () => sketch && layOut(sketch, overlay, isMirrored),
    [sketch, overlay, isMirrored],
  );
  const natural = {
    width: (layout?.width ?? 60) + 2 * ROOM,
    height: (layout?.height ?? 60) + 2 * ROOM,
  };
  const { view, around, zoomBy, panBy, showWhole } = useFrame(frame, natural);
  // Centimetres to a pixel.
  const pixel = natural.width / ((around.picture.width || 1) * view.scale);
  const left = natural.width / 2 - ROOM - (view.x + around.frame.width / 2) * pixel;
  const top = natural.height / 2 - ROOM - (view.y + around.frame.height / 2) * pixel;

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const way = ARROW_PANS[event.key];
    if (way && view.scale > 1) panBy(way);
    else if (event.key === "+" || event.key === "=") zoomBy(STEP);
    else if (event.key === "-") zoomBy(1 / STEP);
    else if (event.key === "0") showWhole();
    else return;
    event.preventDefault();
  };

  const button = (label: string, path: string, run: () => void, isOff: boolean) => (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-disabled={isOff || undefined}
      onClick={run}
    >
      <Icon path={path} />
    </button>
  );

  return (
    <figure className={styles.view}>
      <section
        ref={frame}
        className={styles.frame}
        data-close={view.scale > 1 || undefined}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keys move and zoom it
        tabIndex={0}
        aria-label={text("patterns.picture", { name })}
        aria-description={text("zoom.help")}
        onKeyDown={onKeyDown}
      >
        {layout && around.frame.width > 0 ? (
          <DraftPicture layout={layout} view={{ left, top, pixel }} />
        ) : null}
      </section>
      <div className={styles.bar}>
        <figcaption>{children}</figcaption>
        {button(text("zoom.out"), MINUS, () => zoomBy(1 / STEP), view.scale <= 1)}
        {button(text("zoom.in"), PLUS, () => zoomBy(STEP), view.scale >= MAX_SCALE)}
        {button(text("zoom.whole"), CORNERS, showWhole, view.scale <= 1)}
      </div>
    </figure>
  );
};
