import { expect, test } from "vitest";
import { findVideo } from "../../../src/server/http/video/find-video.ts";
import { smallCatalogue } from "./support/small-catalogue.ts";

const catalogue = smallCatalogue();

test.each([
  ["PM", "three"],
  ["pm", "THREE"],
  ["PM", "3"],
])("a video of the product %s is found in the lesson %s", (product, lesson) => {
  const { entry, asset, file } = findVideo(catalogue, product, lesson, "third.webm");
  expect(entry).toBe(catalogue.lessons.get(3));
  expect(asset).toBe("third.webm");
  expect(file.checksum).toBe("asset third.webm");
});

test.each([
  ["product/not_found", "There is no such product", "XX", "three", "third.webm"],
  ["lesson/not_found", "There is no such lesson", "PM", "four", "third.webm"],
  ["lesson/not_found", "There is no such lesson", "PM", "99", "third.webm"],
  // A lesson of another product.
  ["lesson/not_found", "There is no such lesson", "SW", "three", "third.webm"],
  ["lesson/not_found", "There is no such lesson", "SW", "3", "third.webm"],
  ["asset/not_found", "There is no such video", "PM", "three", "fourth.webm"],
  ["asset/not_found", "There is no such video", "PM", "three", "first.svg"],
])("refuses with %s: %s (%s, %s, %s)", (code, message, product, lesson, asset) => {
  expect(() => findVideo(catalogue, product, lesson, asset)).toThrow(
    expect.objectContaining({ status: 404, code, message }),
  );
});
