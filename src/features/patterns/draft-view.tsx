import { type KeyboardEvent, type ReactNode, useMemo, useRef } from "react";
import { useIntl } from "react-intl";
import { directionOf } from "../../domain/languages.ts";
import type { Sketch } from "../../drafting/sketch.ts";
import { useText } from "../../i18n/use-text.ts";
import { Icon } from "../../ui/icon.tsx";
import { MAX_SCALE, type Offset } from "../../ui/zoom-view.ts";
import { DraftPicture } from "./draft-picture.tsx";
import { layOut } from "./lay-out.ts";
import styles from "./picture.module.css";
import { useFrame } from "./use-frame.ts";

const MINUS = "M5 12h14";
const PLUS = "M5 12h14M12 5v14";
const CORNERS = "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5";

const STEP = 1.5;
const ARROW = 60;
const ARROWS: Readonly<Record<string, Offset>> = {
  ArrowLeft: { x: ARROW, y: 0 },
  ArrowRight: { x: -ARROW, y: 0 },
  ArrowUp: { x: 0, y: ARROW },
  ArrowDown: { x: 0, y: -ARROW },
};
/** Free of drawing round the pieces, in centimetres. */
const ROOM = 2;

export interface DraftViewProps {
  /** Null if nothing could be drafted. */
  sketch: Sketch | null;
  over: Sketch | null;
  /** Names the picture. */
  name: string;
  /** Below the picture, beside the buttons. */
  children: ReactNode;
}

/** The draft in a frame in which it can be zoomed and moved. */
export const DraftView = ({ sketch, over, name, children }: DraftViewProps) => {
  const text = useText();
  const { locale } = useIntl();
  const isMirrored = directionOf(locale) === "rtl";
  const frame = useRef<HTMLElement>(null);
  const layout = useMemo(
    () => sketch && layOut(sketch, over, isMirrored),
    [sketch, over, isMirrored],
  );
  const natural = {
    width: (layout?.width ?? 60) + 2 * ROOM,
    height: (layout?.height ?? 60) + 2 * ROOM,
  };
  const { view, around, zoomBy, panBy, showWhole } = useFrame(frame, natural);
  // Centimetres to a pixel.
  const pixel = natural.width / ((around.picture.width || 1) * view.scale);
  const width = around.frame.width * pixel;
  const height = around.frame.height * pixel;
  const left = natural.width / 2 - ROOM - view.x * pixel - width / 2;
  const top = natural.height / 2 - ROOM - view.y * pixel - height / 2;

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const way = ARROWS[event.key];
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
          <DraftPicture
            layout={layout}
            viewBox={`${left} ${top} ${width} ${height}`}
            pixel={pixel}
          />
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
