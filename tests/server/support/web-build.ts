import { createHash } from "node:crypto";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";

export interface BuiltFile {
  name: string;
  bytes: Buffer;
}

export interface BuiltVersion {
  files: Record<"main.*.js" | "main.*.css" | "inside-en-json.*.js", BuiltFile>;
  page: Buffer;
}

/** Text that compresses as badly as code. */
const noise = (seed: string, lines: number): string =>
  Array.from({ length: lines }, (_, line) =>
    createHash("sha256").update(`${seed} ${line}`).digest("base64"),
  ).join("\n");

/** A folder with a built web app, of which one version follows another. */
export class Build {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async create(): Promise<Build> {
    return new Build(await mkdtemp(path.join(tmpdir(), "school-build-")));
  }

  /** Replaces the folder's files by those of a version. Versions differ by a few characters. */
  async write(number: number): Promise<BuiltVersion> {
    const named = (slot: string, text: string): BuiltFile => {
      const hash = createHash("sha256").update(text).digest("hex").slice(0, 8);
      return { name: slot.replace("*", hash), bytes: Buffer.from(text) };
    };
    const files = {
      "main.*.js": named("main.*.js", `// version ${number}\n/*${noise("script", 300)}*/\n`),
      "main.*.css": named("main.*.css", `/* version ${number} ${noise("style", 60)} */\n`),
      "inside-en-json.*.js": named(
        "inside-en-json.*.js",
        `export default ${JSON.stringify({ number, words: noise("words", 60) })}`,
      ),
    };
    const page = Buffer.from(
      `<!doctype html><title>The web app</title><p>${noise("page", 60)}` +
        `<script id="main" src="/tls/${files["main.*.js"].name}"></script>`,
    );
    for (const name of await readdir(this.folder)) await rm(path.join(this.folder, name));
    for (const { name, bytes } of [...Object.values(files), { name: "index.html", bytes: page }]) {
      await writeFile(path.join(this.folder, name), bytes);
      await writeFile(path.join(this.folder, `${name}.br`), brotliCompressSync(bytes));
      await writeFile(path.join(this.folder, `${name}.gz`), gzipSync(bytes));
    }
    return { files, page };
  }

  remove(): Promise<void> {
    return rm(this.folder, { recursive: true });
  }
}
