import { expect, test } from "vitest";
import { mediaTypeOf } from "../../../src/domain/media-type.ts";

const TYPES = [
  ["svg", "image/svg+xml"],
  ["png", "image/png"],
  ["jpg", "image/jpeg"],
  ["jpeg", "image/jpeg"],
  ["webp", "image/webp"],
  ["gif", "image/gif"],
  ["mp4", "video/mp4"],
  ["webm", "video/webm"],
  ["vtt", "text/vtt"],
  ["pdf", "application/pdf"],
] as const;

test.each(TYPES)("a browser gets .%s as %s, in any case", (extension, type) => {
  expect(mediaTypeOf(`figures/v1.2/dart.${extension}`)).toBe(type);
  expect(mediaTypeOf(`DART.${extension.toUpperCase()}`)).toBe(type);
});

const OTHERS = ["page.html", "dart.png.exe", "png", "dart.", "", "dart.png ", "a.svg/b"];

test.each(OTHERS)("%j is no content", (name) => expect(mediaTypeOf(name)).toBeNull());
