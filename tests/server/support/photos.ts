import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { chunk } from "../../support/photos.ts";

/** A photo of a coloured pattern with some noise, always the same. */
export const photo = (width: number, height: number, format: "jpeg" | "png" | "webp" = "jpeg") => {
  const pixels = Buffer.alloc(width * height * 3);
  let seed = 1;
  for (let at = 0; at < pixels.length; at += 3) {
    const [x, y] = [(at / 3) % width, Math.floor(at / 3 / width)];
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    const noise = seed % 24;
    pixels[at] = ((x >> 4) % 8) * 24 + noise;
    pixels[at + 1] = ((y >> 4) % 8) * 24 + noise;
    pixels[at + 2] = 90 + noise;
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    [format]({ quality: 95 })
    .toBuffer();
};

/** A PNG of a few kilobytes that unfolds to `side` by `side` pixels. */
export const decompressionBomb = (side: number): Buffer => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header[8] = 1;
  const row = Buffer.alloc(1 + Math.ceil(side / 8));
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.concat(Array.from({ length: 64 }, () => row)))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
};

/** A PNG of that size, as far as its head tells. */
export const pngHead = (width: number, height = width, bytes = 33): Buffer => {
  const picture = Buffer.alloc(bytes);
  picture.write("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1");
  picture.writeUInt32BE(width, 16);
  picture.writeUInt32BE(height, 20);
  return picture;
};
