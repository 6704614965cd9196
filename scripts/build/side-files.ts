import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { type Compilation, rspack } from "@rspack/core";
import { PARTS } from "../../src/i18n/parts.ts";

export interface SideFileOptions {
  /** Folder with `main.css`, for the page itself, and `PART.css` for each part that follows. */
  styles: string;
  /** Folder with the compiled messages, `PART/LL.json`. */
  messages: string;
  languages: string[];
}

/** What lies beside the scripts: messages and styles. */
export interface SideFiles {
  /** What all their names carry, so that they change with them; the page lists it once. */
  version: string;
  /** The styles of the page itself. */
  style: string;
  /** The parts of the app that have styles of their own. */
  styles: string[];
  /** The messages of the page itself in a language, as JSON. */
  entryMessages: (language: string) => string;
}

type NamedText = [name: string, text: string];

const parts = Object.keys(PARTS);

/** The messages of each part in a language, those of the page itself first. */
const readMessages = (messages: string, language: string): Promise<NamedText[]> =>
  Promise.all(
    parts.map(async (part) => [
      `${part}-${language}.json`,
      await readFile(path.join(messages, part, `${language}.json`), "utf8"),
    ]),
  );

/** The styles of each part of the app but the page itself. */
const readLaterStyles = async (styles: string): Promise<NamedText[]> => {
  const files = (await readdir(styles)).filter((file) => /^[a-z].*\.css$/.test(file)).sort();
  return Promise.all(
    files
      .filter((file) => file !== "main.css")
      .map(async (file) => [
        file.replace("-style.", "."),
        await readFile(path.join(styles, file), "utf8"),
      ]),
  );
};

const shortHash = (text: string): string =>
  createHash("sha256").update(text).digest("hex").slice(0, 8);

/**
 * Adds messages and styles to what is built, under names that change with them.
 * @param withStyle whether the styles of the page itself are a file too, `main.VERSION.css`
 */
export const emitSideFiles = async (
  compilation: Compilation,
  options: SideFileOptions,
  { withStyle }: { withStyle: boolean },
): Promise<SideFiles> => {
  const { languages } = options;
  const [style, laterStyles, ...messages] = await Promise.all([
    readFile(path.join(options.styles, "main.css"), "utf8"),
    readLaterStyles(options.styles),
    ...languages.map((language) => readMessages(options.messages, language)),
  ]);
  const files = [...messages.flat(), ...laterStyles];
  if (withStyle) files.push(["main.css", style]);
  const version = shortHash(JSON.stringify([messages, laterStyles, withStyle && style]));
  for (const [name, text] of files) {
    compilation.emitAsset(
      name.replace(/\.(?=[^.]+$)/, `.${version}.`),
      new rspack.sources.RawSource(text),
    );
  }
  return {
    version,
    style,
    styles: laterStyles.map(([name]) => path.basename(name, ".css")),
    entryMessages: (language) => messages[languages.indexOf(language)]?.[0]?.[1] ?? "",
  };
};

/** The scripts that a named entry or lazy part consists of; one that only imports another is left out. */
export const scriptsOf = (compilation: Compilation, name: string): string[] => {
  const group = compilation.namedChunkGroups.get(name);
  if (!group) throw new Error(`the build made no part named ${name}`);
  return group
    .getFiles()
    .filter((file) => file.endsWith(".js") && !isBareImport(compilation, file))
    .map((file) => `/tls/${file}`);
};

/** The script that starts the app. */
export const entryOf = (compilation: Compilation): string => {
  const file = compilation.entrypoints.get("main")?.getEntrypointChunk().files;
  const script = [...(file ?? [])].find((name) => name.endsWith(".js"));
  if (!script) throw new Error("the build made no main script");
  return `/tls/${script}`;
};

const isBareImport = (compilation: Compilation, file: string): boolean =>
  /^(import"[^"]+";\s*)+$/.test(compilation.getAsset(file)?.source.source().toString() ?? "");

/** A page's template with its `%PLACES%` filled in. */
export const fillIn = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replace(/\n(?=<)/g, "").replace(/%([A-Z]+)%/g, (_, name) => values[name] ?? "");
