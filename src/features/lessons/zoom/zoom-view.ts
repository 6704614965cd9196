export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A place or a way, in CSS pixels; as a place, from the middle of the frame. */
export interface Offset {
  readonly x: number;
  readonly y: number;
}

/** How a picture lies in its frame: its scale, where 1 is all of it, and where its middle is. */
export interface ZoomView extends Offset {
  readonly scale: number;
}

/** What a picture is looked at through. */
export interface Frame {
  readonly frame: Size;
  /** The picture at scale 1: as large as the frame lets all of it be. */
  readonly picture: Size;
}

export const WHOLE: ZoomView = { scale: 1, x: 0, y: 0 };
export const MOST = 8;

/** The largest size of a picture's shape that the frame holds; the frame's own without a shape. */
export const fitted = (natural: Size, frame: Size): Size => {
  if (natural.width <= 0 || natural.height <= 0) return frame;
  const scale = Math.min(frame.width / natural.width, frame.height / natural.height);
  return { width: natural.width * scale, height: natural.height * scale };
};

const between = (least: number, value: number, most: number): number =>
  Math.min(most, Math.max(least, value));

/** No emptier than it has to be: a picture larger than the frame covers it. */
const held = ({ scale, x, y }: ZoomView, { frame, picture }: Frame): ZoomView => {
  const spareX = Math.max(0, (picture.width * scale - frame.width) / 2);
  const spareY = Math.max(0, (picture.height * scale - frame.height) / 2);
  return { scale, x: between(-spareX, x, spareX), y: between(-spareY, y, spareY) };
};

/** The picture moved on. */
export const panned = (view: ZoomView, by: Offset, frame: Frame): ZoomView =>
  held({ scale: view.scale, x: view.x + by.x, y: view.y + by.y }, frame);

/** The picture larger or smaller; what lies at the place stays there. */
export const zoomed = (
  view: ZoomView,
  factor: number,
  frame: Frame,
  place: Offset = { x: 0, y: 0 },
): ZoomView => {
  const scale = between(1, view.scale * factor, MOST);
  const by = scale / view.scale;
  return held(
    { scale, x: place.x - (place.x - view.x) * by, y: place.y - (place.y - view.y) * by },
    frame,
  );
};
