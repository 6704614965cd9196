import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { sharedFolder } from "./temporary-folder.ts";

export const PAGE = "<!doctype html><title>The web app</title><div id=app></div>";
export const SCRIPT = `console.log(${JSON.stringify("x".repeat(2000))});\n`;
/** A file whose name contains a hash of its content. */
export const SCRIPT_NAME = "main.0123456789abcdef.js";

/**
 * A built web app with a page and a script, both also compressed, and further files. Its folder is
 * deleted after the group of tests in which this is called.
 */
export const sharedWebApp = (more: Record<string, string> = {}): string => {
  const folder = sharedFolder();
  const write = (name: string, content: string | Buffer) =>
    writeFileSync(path.join(folder, name), content);
  mkdirSync(path.join(folder, "assets"));
  const { "index.html": page = PAGE, ...others } = more;
  const plain = { "robots.txt": "User-agent: *\n", ".secret": "secret", ...others };
  for (const [name, text] of Object.entries(plain)) write(name, text);
  const compressed = { "index.html": page, [`assets/${SCRIPT_NAME}`]: SCRIPT };
  for (const [name, text] of Object.entries(compressed)) {
    write(name, text);
    write(`${name}.br`, brotliCompressSync(text));
    write(`${name}.gz`, gzipSync(text));
  }
  return folder;
};
