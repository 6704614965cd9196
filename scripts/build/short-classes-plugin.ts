import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { type Compiler, rspack } from "@rspack/core";
import { rewriteEachScript } from "./rewrite-scripts.ts";
import { shortNames } from "./short-names.ts";

/** What may be the name of a class of a style module: its own name, and a hash of the module. */
const LONG = /(?<![\w-])[a-zA-Z]\w*-[\w-]{4}(?![\w-])/g;
/** Where a style sheet says that it is one. A property such as `inline-size` looks alike. */
const DECLARED = /(?:\.|@keyframes )([a-zA-Z]\w*-([\w-]{4}))(?![\w-])/g;
/** A class that any style sheet may use, such as `.row`. */
const PLAIN = /\.([a-zA-Z]\w*)(?![\w-])/g;

const LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** The letter at a position; there is a figure besides after the last one. */
const letterAt = (position: number): string => {
  const round = Math.floor(position / LETTERS.length);
  return `${LETTERS[position % LETTERS.length]}${round || ""}`;
};

/**
 * The short names of classes in style sheets, by their long ones: a short name of the module, and a
 * letter by the position in it. A new class changes the names of others in its own module alone.
 * @param sheets the style sheets of a build
 */
export const shortClasses = (sheets: Iterable<string>): Map<string, string> => {
  const modules = new Map<string, Set<string>>();
  const reserved: string[] = [];
  for (const sheet of sheets) {
    for (const [, name = "", hash = ""] of sheet.matchAll(DECLARED)) {
      modules.set(hash, (modules.get(hash) ?? new Set()).add(name));
    }
    // With the letter that follows, no short name is a class of this kind.
    for (const [, name = ""] of sheet.matchAll(PLAIN)) reserved.push(name.slice(0, -1));
  }
  const short = shortNames(modules.keys(), reserved);
  return new Map(
    [...modules].flatMap(([hash, names]) =>
      [...names].sort().map((name, at) => [name, `${short.get(hash)}${letterAt(at)}`] as const),
    ),
  );
};

/** Shortens the names of classes, in the scripts, the style sheets and the page. */
export class ShortClassesPlugin {
  private readonly folder: string;
  private short: ReadonlyMap<string, string> | undefined;

  /** @param folder with the build's style sheets, which are there before its scripts */
  constructor(folder: string) {
    this.folder = folder;
  }

  apply(compiler: Compiler): void {
    // After the early script is there, and before the scripts are named by their content.
    const stage = rspack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_TRANSFER - 3;
    rewriteEachScript(compiler, "ShortClassesPlugin", stage, (source) => this.shorten(source));
  }

  /** Shortens the classes that a text names. */
  shorten(text: string): string {
    this.short ??= shortClasses(
      readdirSync(this.folder)
        .filter((name) => name.endsWith(".css"))
        .map((name) => readFileSync(path.join(this.folder, name), "utf8")),
    );
    return text.replace(LONG, (name) => this.short?.get(name) ?? name);
  }
}
