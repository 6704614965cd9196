import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";

export const PAGE = "<!doctype html><title>The web app</title><div id=app></div>";
export const SCRIPT = `console.log(${JSON.stringify("x".repeat(2000))});\n`;
/** A file whose name contains a hash of its content. */
export const SCRIPT_NAME = "main.0123456789abcdef.js";

/**
 * A built web app with a page and a script, both also compressed, in a folder that the caller
 * deletes.
 */
export const writeWebApp = async (): Promise<string> => {
  const folder = await mkdtemp(path.join(tmpdir(), "school-web-"));
  await mkdir(path.join(folder, "assets"));
  await writeFile(path.join(folder, "robots.txt"), "User-agent: *\n");
  await writeFile(path.join(folder, ".secret"), "secret");
  const files = [
    ["index.html", PAGE],
    [`assets/${SCRIPT_NAME}`, SCRIPT],
  ] as const;
  for (const [name, text] of files) {
    await writeFile(path.join(folder, name), text);
    await writeFile(path.join(folder, `${name}.br`), brotliCompressSync(text));
    await writeFile(path.join(folder, `${name}.gz`), gzipSync(text));
  }
  return folder;
};
