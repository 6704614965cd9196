/**
 * Renders the films of the demo school: `node scripts/figures/film.ts`. A Chromium compresses the
 * frames, so another version of it results in different bytes.
 */
import { writeFileSync } from "node:fs";
import { launchChromium } from "../browser/launch-chromium.ts";
import { dartAt, FILM_SECONDS, FRAMES_PER_SECOND } from "./dart-film.ts";
import { webm } from "./webm.ts";

const FILE = new URL("../../resources/demo-school/PM/assets/dart-turning.webm", import.meta.url);
const SIZE = { width: 480, height: 576 };

const pictures = Array.from({ length: FILM_SECONDS * FRAMES_PER_SECOND }, (_, index) =>
  dartAt(index / FRAMES_PER_SECOND).toString(),
);

await using browser = await launchChromium();
const page = await browser.newPage({ colorScheme: "light" });
// WebCodecs is only available in a secure context.
await page.route("http://localhost/", (route) =>
  route.fulfill({ contentType: "text/html", body: "<!doctype html>" }),
);
await page.goto("http://localhost/");
const frames = await page.evaluate(
  async ({ svgs, width, height, perSecond }) => {
    const chunks: { time: number; key: boolean; base64: string }[] = [];
    const encoder = new VideoEncoder({
      output(chunk) {
        const bytes = new Uint8Array(chunk.byteLength);
        chunk.copyTo(bytes);
        const base64 = btoa(String.fromCharCode(...bytes));
        chunks.push({ time: chunk.timestamp / 1000, key: chunk.type === "key", base64 });
      },
      error(reason) {
        throw reason;
      },
    });
    encoder.configure({ codec: "vp09.00.30.08", width, height, bitrate: 300_000 });
    const canvas = new OffscreenCanvas(width, height);
    const drawing = canvas.getContext("2d");
    if (!drawing) throw new Error("There is no canvas.");
    for (const [index, svg] of svgs.entries()) {
      const image = new Image();
      image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
      await image.decode();
      drawing.fillStyle = "#ffffff";
      drawing.fillRect(0, 0, width, height);
      drawing.drawImage(image, 0, 0, width, height);
      const frame = new VideoFrame(canvas, { timestamp: (index * 1_000_000) / perSecond });
      encoder.encode(frame, { keyFrame: index % (2 * perSecond) === 0 });
      frame.close();
    }
    await encoder.flush();
    return chunks;
  },
  { svgs: pictures, perSecond: FRAMES_PER_SECOND, ...SIZE },
);
const film = webm({
  ...SIZE,
  duration: FILM_SECONDS * 1000,
  frames: frames.map(({ base64, ...frame }) => ({
    ...frame,
    bytes: Buffer.from(base64, "base64"),
  })),
});
writeFileSync(FILE, film);
console.log(`${film.length} bytes`);
