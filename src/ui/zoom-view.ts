export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A position or a movement in CSS pixels. A position is relative to the middle of the frame. */
export interface Offset {
  readonly x: number;
  readonly y: number;
}

/** The scale of the picture (1 shows all of it) and the position of its middle. */
export interface ZoomView extends Offset {
  readonly scale: number;
}

export interface Frame {
  readonly frame: Size;
  /** The size of the picture at scale 1, where it just fits the frame. */
  readonly picture: Size;
}

export const WHOLE_PICTURE: ZoomView = { scale: 1, x: 0, y: 0 };
export const MAX_SCALE = 8;

/** How far an arrow key moves the picture, in CSS pixels. */
const ARROW = 60;
/** The movement of each arrow key. */
export const ARROW_PANS: Readonly<Record<string, Offset>> = {
  ArrowLeft: { x: ARROW, y: 0 },
  ArrowRight: { x: -ARROW, y: 0 },
  ArrowUp: { x: 0, y: ARROW },
  ArrowDown: { x: 0, y: -ARROW },
};

/**
 * The largest size with the picture's aspect ratio that fits the frame; the frame's size if
 * unknown.
 */
export const fitSize = (natural: Size, frame: Size): Size => {
  if (natural.width <= 0 || natural.height <= 0) return frame;
  const scale = Math.min(frame.width / natural.width, frame.height / natural.height);
  return { width: natural.width * scale, height: natural.height * scale };
};

const between = (least: number, value: number, most: number): number =>
  Math.min(most, Math.max(least, value));

/** Limits the position so that a picture larger than the frame covers it. */
const clamp = ({ scale, x, y }: ZoomView, { frame, picture }: Frame): ZoomView => {
  const spareX = Math.max(0, (picture.width * scale - frame.width) / 2);
  const spareY = Math.max(0, (picture.height * scale - frame.height) / 2);
  return { scale, x: between(-spareX, x, spareX), y: between(-spareY, y, spareY) };
};

/** Moves the picture. */
export const pan = (view: ZoomView, by: Offset, frame: Frame): ZoomView =>
  clamp({ scale: view.scale, x: view.x + by.x, y: view.y + by.y }, frame);

/** Scales the picture around a place, which stays where it is. */
export const zoomAround = (
  view: ZoomView,
  factor: number,
  frame: Frame,
  place: Offset = { x: 0, y: 0 },
): ZoomView => {
  const scale = between(1, view.scale * factor, MAX_SCALE);
  const by = scale / view.scale;
  return clamp(
    { scale, x: place.x - (place.x - view.x) * by, y: place.y - (place.y - view.y) * by },
    frame,
  );
};
