import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Compiler, rspack } from "@rspack/core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { importMapOf, NameScriptsPlugin } from "../../../scripts/build/name-scripts-plugin.ts";
import { PreloadDependenciesPlugin } from "../../../scripts/build/preload-dependencies-plugin.ts";
import { moduleOutput } from "../../../scripts/build/shared.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "learning-space-names-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Records the import map, as the page's plugin does. */
class MapPlugin {
  map = "";
  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap("MapPlugin", (compilation) => {
      const stage = rspack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_TRANSFER - 1;
      compilation.hooks.processAssets.tap({ name: "MapPlugin", stage }, () => {
        this.map = importMapOf(compilation);
      });
    });
  }
}

/** Builds an app with an entry, a lazy lesson, and a lazy zoom in the lesson. */
const build = async (release: string, zoom: string) => {
  const sources = path.join(folder, "src");
  const output = path.join(folder, release);
  const files = {
    "main.js": `export const open = () => import(/* webpackChunkName: "lesson" */ "./lesson.js");`,
    "lesson.js": `import { log } from "./log.js"; log("lesson");
      export const enlarge = () => import(/* webpackChunkName: "zoom" */ "./zoom.js");`,
    "zoom.js": `import { log } from "./log.js"; log(${JSON.stringify(zoom)});`,
    "log.js": "export const log = (text) => globalThis.console.log(text);",
  };
  await mkdir(sources, { recursive: true });
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(sources, name), text);
  const page = new MapPlugin();
  await new Promise<void>((resolve, reject) => {
    rspack(
      {
        mode: "production",
        context: sources,
        target: ["web", "es2022"],
        entry: { main: "./main.js" },
        output: moduleOutput(output),
        plugins: [new PreloadDependenciesPlugin(), new NameScriptsPlugin(), page],
      },
      (error, stats) =>
        error || stats?.hasErrors() ? reject(error ?? new Error(stats?.toString())) : resolve(),
    );
  });
  const names = await readdir(output);
  const texts = await Promise.all(
    names.map(async (name) => [name, await readFile(path.join(output, name), "utf8")] as const),
  );
  const { imports } = JSON.parse(page.map) as { imports: Record<string, string> };
  return { texts: new Map(texts), imports };
};

test("a changed chunk renames its own script only, no name is reused for another content, and the import map lists all", async () => {
  const first = await build("first", "closer");
  const second = await build("second", "nearer");
  const renamed = [...second.texts.keys()].filter((name) => !first.texts.has(name));
  expect(renamed.map((name) => name.replace(/\.[\da-f]{8}\./, "."))).toEqual(["zoom.js"]);
  const core = [...first.texts.keys()].filter((name) => name.startsWith("core-"));
  expect(core).toEqual([path.basename(first.imports.core ?? "none")]);
  for (const [name, text] of second.texts) {
    if (first.texts.has(name)) expect(text, name).toBe(first.texts.get(name));
  }
  for (const { texts, imports } of [first, second]) {
    const imported = [...texts.values()].flatMap((text) =>
      [...text.matchAll(/(?:from|import\(?)\s*"([^"]+)"/g)].map(([, name = ""]) => name),
    );
    expect(imported).toContain("zoom");
    for (const name of imported) expect(texts.has(path.basename(imports[name] ?? ""))).toBe(true);
  }
});
