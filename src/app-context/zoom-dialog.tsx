import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
} from "react";
import { useIntl } from "react-intl";
import { directionOf } from "../domain/languages.ts";
import { useText } from "../i18n/use-text.ts";
import { listenToGestures } from "../ui/gestures.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { CROSS } from "../ui/icon-paths.ts";
import { useZoomView } from "../ui/use-zoom-view.ts";
import { ARROW_PANS, MAX_SCALE, type Size, WHOLE_PICTURE, zoomAround } from "../ui/zoom-view.ts";
import styles from "./zoom-dialog.module.css";

const MINUS = "M5 12h14";
const PLUS = "M5 12h14M12 5v14";
const CORNERS = "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5";

const STEP = 1.5;
/** The zoom factor of a double tap. */
const CLOSE = 2.5;

interface ZoomDialogProps {
  dialog: RefObject<HTMLDialogElement | null>;
  /** What the picture is called. */
  name: string;
  /** Below the picture. It gets the focus on opening. */
  caption: ReactNode;
  /** The language of the caption; absent: that of the interface. */
  language?: string;
  /** The size of the picture in any unit; zero while it is unknown. */
  natural: Size;
  /** Identifies the page. The view begins anew when it changes. */
  page?: number;
  /** Further controls below the picture. */
  controls?: ReactNode;
  /** Called for keys that do not move the picture. @returns whether the key did something */
  onKey?: (key: string) => boolean;
  onClose: () => void;
  /** Paints the picture into an element of this size, in CSS pixels. */
  children: (size: Size) => ReactNode;
}

/** A picture over the whole page that can be zoomed and panned by fingers, mouse, wheel and keys. */
export const ZoomDialog = ({ dialog, natural, page = 1, ...props }: ZoomDialogProps) => {
  const text = useText();
  const { formatNumber } = useIntl();
  const heading = useRef<HTMLHeadingElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the dialog opens once
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    heading.current?.focus();
    // Closed before it is removed from the page, so that the browser returns the focus.
    return () => element?.close();
  }, []);

  // Measured in the open dialog, so this comes after the effect that opens it.
  const { view, around, change, panBy, zoomBy, showWhole } = useZoomView(frame, natural);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the page changes
  useLayoutEffect(showWhole, [page]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the listeners never change their behaviour
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    return listenToGestures(element, {
      onPan: panBy,
      onZoom: zoomBy,
      onDoubleTap: (place) =>
        change((present, now) =>
          present.scale > 1 ? WHOLE_PICTURE : zoomAround(present, CLOSE, now, place),
        ),
    });
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const way = ARROW_PANS[event.key];
    if (way) panBy(way);
    else if (event.key === "+" || event.key === "=") zoomBy(STEP);
    else if (event.key === "-") zoomBy(1 / STEP);
    else if (event.key === "0") showWhole();
    else if (!props.onKey?.(event.key)) return;
    event.preventDefault();
  };

  const button = (name: string, path: string, run: () => void, disabled = false) => (
    <IconButton
      label={name}
      title={name}
      aria-disabled={disabled || undefined}
      onClick={run}
      path={path}
    />
  );

  const paper = {
    width: around.picture.width * view.scale,
    height: around.picture.height * view.scale,
  };
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label={text("zoom.picture", { name: props.name })}
      onClose={props.onClose}
      onKeyDown={onKeyDown}
    >
      <h2
        ref={heading}
        className={styles.caption}
        tabIndex={-1}
        {...(props.language && {
          lang: props.language,
          dir: directionOf(props.language),
        })}
      >
        {props.caption}
      </h2>
      <div className={styles.bar}>
        <output className={styles.scale}>
          {formatNumber(view.scale, { style: "percent", maximumFractionDigits: 0 })}
        </output>
        {button(text("zoom.out"), MINUS, () => zoomBy(1 / STEP), view.scale <= 1)}
        {button(text("zoom.in"), PLUS, () => zoomBy(STEP), view.scale >= MAX_SCALE)}
        {button(text("zoom.whole"), CORNERS, showWhole, view.scale <= 1)}
        {button(text("dialog.close"), CROSS, () => dialog.current?.close())}
      </div>
      <div ref={frame} className={styles.frame} data-close={view.scale > 1 || undefined}>
        {/* Changes the size instead of a transform, so that drawings stay sharp. */}
        <div className={styles.paper} style={{ ...paper, translate: `${view.x}px ${view.y}px` }}>
          {props.children(paper)}
        </div>
      </div>
      <div className={styles.controls}>{props.controls}</div>
      <p className={styles.help}>{text("zoom.help")}</p>
    </dialog>
  );
};
