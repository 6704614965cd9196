import sharp from "sharp";
import { expect, test } from "vitest";
import { photoKind } from "../../src/server/pictures/photo-kind.ts";
import { jpegOfHeic } from "../../src/server/pictures/read-heic.ts";

test.each([
  ["time", { megabytes: 1152, seconds: 0.001 }],
  // A process with Node's program alone has more.
  ["memory", { megabytes: 20, seconds: 20 }],
])(
  "a HEIC that takes too much %s is given up with its process, and the next one is read",
  async (_, limits) => {
    const grey = sharp({ create: { width: 2000, height: 1500, channels: 3, background: "#888" } });
    // Every build of the library reads AVIF, the same container with another coding.
    const photo = await grey.avif({ effort: 0 }).toBuffer();
    expect(await jpegOfHeic(photo, limits)).toBeNull();
    expect(photoKind((await jpegOfHeic(photo)) ?? new Uint8Array())).toBe("jpeg");
  },
);
