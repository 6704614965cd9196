import { expect, test } from "vitest";
import { fitSize, MAX_SCALE, pan, WHOLE_PICTURE, zoomAround } from "../../../src/ui/zoom-view.ts";

const frame = { frame: { width: 400, height: 300 }, picture: { width: 400, height: 200 } };

test("a picture fits the frame at first", () => {
  expect(fitSize({ width: 100, height: 50 }, frame.frame)).toEqual({ width: 400, height: 200 });
  expect(fitSize({ width: 50, height: 600 }, frame.frame)).toEqual({ width: 25, height: 300 });
  // A drawing may not say how large it is.
  for (const [width, height] of [
    [0, 0],
    [0, 50],
    [50, 0],
  ] as const) {
    expect(fitSize({ width, height }, frame.frame)).toEqual(frame.frame);
  }
});

test("a picture zooms about the pointer", () => {
  const place = { x: 100, y: 0 };
  const view = zoomAround(WHOLE_PICTURE, 2, frame, place);
  expect(view).toEqual({ scale: 2, x: -100, y: 0 });
  // The point stays in place: place = offset + scale * point of the picture.
  expect((place.x - view.x) / view.scale).toBe(place.x);
  const low = zoomAround(WHOLE_PICTURE, 4, frame, { x: 0, y: 20 });
  expect(low).toEqual({ scale: 4, x: 0, y: -60 });
  expect(zoomAround(low, 1.5, frame, { x: 0, y: 20 })).toEqual({ scale: 6, x: 0, y: -100 });
});

test("a picture has a minimum and a maximum size", () => {
  expect(zoomAround(WHOLE_PICTURE, 0.2, frame)).toEqual(WHOLE_PICTURE);
  expect(zoomAround(WHOLE_PICTURE, 100, frame).scale).toBe(MAX_SCALE);
});

test("a picture cannot be moved while all of it is visible, nor out of the frame", () => {
  expect(pan(WHOLE_PICTURE, { x: 50, y: 50 }, frame)).toEqual(WHOLE_PICTURE);
  const close = zoomAround(WHOLE_PICTURE, 2, frame);
  expect(pan(close, { x: 1000, y: -1000 }, frame)).toEqual({ scale: 2, x: 200, y: -50 });
});

test("a picture is centred again after a reset", () => {
  const away = pan(zoomAround(WHOLE_PICTURE, 4, frame), { x: 300, y: 100 }, frame);
  expect(zoomAround(away, 0.25, frame)).toEqual(WHOLE_PICTURE);
});
