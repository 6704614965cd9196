/**
 * Renders the film of the demo school: `node scripts/figures/film.ts`. A Chromium draws its pictures and ffmpeg
 * compresses them, so other versions of these result in different bytes.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { launchChromium } from "../browser/launch-chromium.ts";
import { dartAt, FILM_SECONDS, FRAMES_PER_SECOND } from "./dart-film.ts";

const FILE = new URL("../../resources/demo-school/PM/assets/dart-turning.webm", import.meta.url);
const SIZE = { width: 480, height: 576 };
const STYLE = "<style>body { margin: 0 } svg { display: block; inline-size: 100vw }</style>";

const encoder = spawn(
  "ffmpeg",
  [
    ...[
      "-v",
      "error",
      "-y",
      "-f",
      "image2pipe",
      "-framerate",
      String(FRAMES_PER_SECOND),
      "-i",
      "-",
    ],
    ...["-c:v", "libvpx-vp9", "-b:v", "300k", "-g", String(2 * FRAMES_PER_SECOND)],
    ...["-pix_fmt", "yuv420p", fileURLToPath(FILE)],
  ],
  { stdio: ["pipe", "inherit", "inherit"] },
);
await using browser = await launchChromium();
const page = await browser.newPage({ colorScheme: "light", viewport: SIZE });
for (let frame = 0; frame < FILM_SECONDS * FRAMES_PER_SECOND; frame += 1) {
  await page.setContent(`${STYLE}${dartAt(frame / FRAMES_PER_SECOND)}`);
  if (!encoder.stdin.write(await page.screenshot())) await once(encoder.stdin, "drain");
}
encoder.stdin.end();
const [code] = await once(encoder, "exit");
process.exitCode = code ?? 1;
