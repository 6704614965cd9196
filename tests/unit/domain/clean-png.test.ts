import { expect, test } from "vitest";
import { cleanPhoto } from "../../../src/domain/photo/clean-photo.ts";
import { chunk, png } from "../../support/photos.ts";

const [signature, header, rest] = [png().subarray(0, 8), png().subarray(8, 33), png().subarray(33)];
const end = chunk("IEND", Buffer.alloc(0));
const first = chunk("tEXt", Buffer.from([0, 0, 0, 1, 0, 0, 0, 1]));

test.each<[string, Buffer[]]>([
  ["without its header", [first, rest]],
  ["whose header is not the first chunk", [first, header, rest]],
  ["without pixels", [header, end]],
])("a PNG is refused %s", (_, chunks) => {
  expect(cleanPhoto("png", Buffer.concat([signature, ...chunks]))).toBeNull();
});
