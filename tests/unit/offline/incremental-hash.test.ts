import { createHash as reference } from "node:crypto";
import { expect, test } from "vitest";
import { createHash, prepareHashing } from "../../../src/offline/hashing.ts";

const pieces = [0, 1, 63, 64, 65, 1000, 131_072, 300_001].map((length, at) =>
  Uint8Array.from({ length }, (_, byte) => (byte * 31 + at) & 0xff),
);
const right = (own: readonly Uint8Array[]) => {
  const hash = reference("sha256");
  for (const piece of own) hash.update(piece);
  return hash.digest("hex");
};

test.each(["before the compiled hashing has loaded", "with it"])(
  "hashes files separately, %s",
  async (when) => {
    if (when === "with it") await prepareHashing();
    const [one, other] = [createHash(), createHash()];
    for (const piece of pieces) {
      one.add(piece);
      other.add(piece.subarray(1));
    }
    expect(one.end()).toBe(right(pieces));
    expect(other.end()).toBe(right(pieces.map((piece) => piece.subarray(1))));
    expect(createHash().end()).toBe(right([]));
  },
);
