import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useIntl } from "react-intl";
import { directionOf } from "../../../domain/languages.ts";
import { useText } from "../../../i18n/use-text.ts";
import { Icon } from "../../../ui/icon.tsx";
import { CROSS } from "../../../ui/icon-paths.ts";
import {
  type Frame,
  fitSize,
  MAX_SCALE,
  type Offset,
  pan,
  WHOLE_PICTURE,
  type ZoomView,
  zoomAround,
} from "../../../ui/zoom-view.ts";
import { listenToGestures } from "./gestures.ts";
import styles from "./picture-zoom.module.css";
import { type UsePictureOptions, usePicture } from "./use-picture.ts";

const MINUS = "M5 12h14";
const PLUS = "M5 12h14M12 5v14";
const CORNERS = "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5";

const STEP = 1.5;
/** The zoom factor of a double tap. */
const CLOSE = 2.5;
const ARROW = 60;
const ARROWS: Record<string, Offset> = {
  ArrowLeft: { x: ARROW, y: 0 },
  ArrowRight: { x: -ARROW, y: 0 },
  ArrowUp: { x: 0, y: ARROW },
  ArrowDown: { x: 0, y: -ARROW },
};

export interface PictureZoomProps extends UsePictureOptions {
  onClose: () => void;
}

/** A picture over the whole page that can be zoomed and panned. */
const PictureZoom = ({ onClose, ...options }: PictureZoomProps) => {
  const text = useText();
  const picture = usePicture(options);
  const { formatNumber } = useIntl();
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const [view, setView] = useState(WHOLE_PICTURE);
  const [{ size, natural }, setSizes] = useState({
    size: picture.natural,
    natural: picture.natural,
  });
  const around: Frame = { frame: size, picture: fitSize(natural, size) };
  const latest = useRef(around);
  latest.current = around;

  const change = (next: (view: ZoomView, around: Frame) => ZoomView) =>
    setView((present) => next(present, latest.current));
  const zoomBy = (factor: number, place?: Offset) =>
    change((present, now) => zoomAround(present, factor, now, place));
  const panBy = (by: Offset) => change((present, now) => pan(present, by, now));

  const measure = () => {
    const { clientWidth: width = 0, clientHeight: height = 0 } = frame.current ?? {};
    setSizes((sizes) => ({ ...sizes, size: { width, height } }));
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: the dialog opens once
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    measure();
    heading.current?.focus();
    // Closed before it is removed from the page, so that the browser returns the focus.
    return () => element?.close();
  }, []);

  // Going back to another page of the lesson closes the picture. A newer text does not.
  useEffect(() => {
    if (!picture.findInText()) dialog.current?.close();
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: the listeners never change their behaviour
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      measure();
      setView((present) => pan(present, { x: 0, y: 0 }, latest.current));
    });
    observer.observe(element);
    const stop = listenToGestures(element, {
      onPan: panBy,
      onZoom: zoomBy,
      onDoubleTap: (place) =>
        change((present, now) =>
          present.scale > 1 ? WHOLE_PICTURE : zoomAround(present, CLOSE, now, place),
        ),
    });
    return () => {
      observer.disconnect();
      stop();
    };
  }, []);

  const close = () => {
    onClose();
    // The second press of a double click may have moved the focus before the picture opened, and a
    // newer text has a button of its own, once its picture has arrived.
    const opener = picture.findInText()?.nextElementSibling;
    const place = opener?.localName === "button" ? opener : document.querySelector("#content");
    (place as HTMLElement | null)?.focus({ preventScroll: true });
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const way = ARROWS[event.key];
    if (way) panBy(way);
    else if (event.key === "+" || event.key === "=") zoomBy(STEP);
    else if (event.key === "-") zoomBy(1 / STEP);
    else if (event.key === "0") setView(WHOLE_PICTURE);
    else return;
    event.preventDefault();
  };

  const button = (name: string, path: string, run: () => void, disabled = false) => (
    <button
      type="button"
      aria-label={name}
      title={name}
      aria-disabled={disabled || undefined}
      onClick={run}
    >
      <Icon path={path} />
    </button>
  );

  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label={text("zoom.picture", { name: picture.name })}
      onClose={close}
      onKeyDown={onKeyDown}
    >
      <h2
        ref={heading}
        className={styles.caption}
        tabIndex={-1}
        lang={picture.language}
        dir={directionOf(picture.language)}
      >
        {picture.caption}
      </h2>
      <div className={styles.bar}>
        <output className={styles.scale}>
          {formatNumber(view.scale, { style: "percent", maximumFractionDigits: 0 })}
        </output>
        {button(text("zoom.out"), MINUS, () => zoomBy(1 / STEP), view.scale <= 1)}
        {button(text("zoom.in"), PLUS, () => zoomBy(STEP), view.scale >= MAX_SCALE)}
        {button(text("zoom.whole"), CORNERS, () => setView(WHOLE_PICTURE), view.scale <= 1)}
        {button(text("dialog.close"), CROSS, () => dialog.current?.close())}
      </div>
      <div ref={frame} className={styles.frame} data-close={view.scale > 1 || undefined}>
        <img
          src={picture.url || undefined}
          alt={picture.name}
          lang={picture.language}
          draggable={false}
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
            setSizes((sizes) => ({ ...sizes, natural: { width, height } }))
          }
          // Changes the size instead of a transform, so that drawings stay sharp.
          style={{
            width: around.picture.width * view.scale,
            height: around.picture.height * view.scale,
            translate: `${view.x}px ${view.y}px`,
          }}
        />
      </div>
      <p className={styles.help}>{text("zoom.help")}</p>
    </dialog>
  );
};

export default PictureZoom;
