import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { type Compilation, rspack } from "@rspack/core";
import { contentHash } from "./content-hash.ts";

export interface TextAssetOptions {
  /** Folder with `main.css` for the page, and `CHUNK.css` for each later chunk. */
  styles: string;
  /** Folder with the compiled messages, `FILE/LL.json`. */
  messages: string;
  languages: string[];
}

/** Messages and styles that have no hashed names yet. */
export interface TextAssets {
  /** The styles of the page. */
  style: string;
  /** The styles by chunk. */
  styles: Readonly<Record<string, string>>;
  /** The messages as JSON, by file and language, such as `further-en`. */
  messages: Readonly<Record<string, string>>;
}

/** The hash in each file's name, which the build writes into the page and into messages. */
export type Hashes = Record<string, string>;

export interface HashedAssets {
  /** The files by their hashed names. */
  files: Map<string, string>;
  /** The hashes for the page: messages as `FILE-LL`, styles as `CHUNK`. */
  hashes: Hashes;
}

/** Whether the page lists a file: those that are fetched before the messages of `inside`. */
const isFirst = (key: string): boolean => /^(?:entry-|inside-|inside$)/.test(key);

/**
 * Names each file by a hash of its content, so that a release renames only changed files.
 * @param namedBy `page`: the page lists every hash. `inside`: the page lists those needed first, and
 * `inside-LL.json` the others, with messages in its own language only; this keeps the page small
 */
export const hashTextAssets = (
  { styles, messages }: Omit<TextAssets, "style">,
  namedBy: "page" | "inside",
): HashedAssets => {
  const files = new Map<string, string>();
  const hashes: Hashes = {};
  const later: Hashes = {};
  const add = (key: string, ending: string, text: string) => {
    const hash = contentHash(text);
    files.set(`${key}.${hash}.${ending}`, text);
    (namedBy === "page" || isFirst(key) ? hashes : later)[key] = hash;
  };
  /** The hashes that `inside-LL` lists: styles, and messages of the same language. */
  const namedWith = (language: string): Hashes =>
    Object.fromEntries(
      Object.entries(later).filter(([key]) => key in styles || key.endsWith(`-${language}`)),
    );
  for (const [key, text] of Object.entries(styles)) add(key, "css", text);
  const insides = Object.keys(messages).filter((key) => key.startsWith("inside-"));
  for (const [key, text] of Object.entries(messages)) {
    if (!insides.includes(key)) add(key, "json", text);
  }
  for (const key of insides) {
    const text = messages[key] ?? "{}";
    const named = namedWith(key.replace("inside-", ""));
    // No area has this key: it ends with a dot, and no short one is this word.
    add(
      key,
      "json",
      namedBy === "page" ? text : JSON.stringify({ ...JSON.parse(text), files: named }),
    );
  }
  return { files, hashes };
};

/** The files of messages in a language. */
const readMessages = async (messages: string, language: string): Promise<[string, string][]> =>
  Promise.all(
    (await readdir(messages)).map(async (file) => [
      `${file}-${language}`,
      await readFile(path.join(messages, file, `${language}.json`), "utf8"),
    ]),
  );

/** The styles of each chunk but the page itself. */
const readLaterStyles = async (styles: string): Promise<[string, string][]> => {
  const files = (await readdir(styles)).filter((file) => /^[a-z].*\.css$/.test(file)).sort();
  return Promise.all(
    files
      .filter((file) => file !== "main.css")
      .map(async (file) => [
        path.basename(file, ".css").replace(/-style$/, ""),
        await readFile(path.join(styles, file), "utf8"),
      ]),
  );
};

/** Reads the compiled styles and messages. */
export const readTextAssets = async (options: TextAssetOptions): Promise<TextAssets> => {
  const [style, styles, ...messages] = await Promise.all([
    readFile(path.join(options.styles, "main.css"), "utf8"),
    readLaterStyles(options.styles),
    ...options.languages.map((language) => readMessages(options.messages, language)),
  ]);
  return {
    style,
    styles: Object.fromEntries(styles),
    messages: Object.fromEntries(messages.flat()),
  };
};

/** Adds messages and styles to the build. @returns the hashes for the page */
export const emitTextAssets = (
  compilation: Compilation,
  texts: Omit<TextAssets, "style">,
  namedBy: "page" | "inside",
): Hashes => {
  // The web app has the messages of its own chunks, and two files that belong to no chunk. The desktop
  // app has all: what the web app fetches after signing in is in its main script.
  const isOwn = (key: string): boolean => {
    const file = key.slice(0, key.lastIndexOf("-"));
    // The bundler gives null for a chunk that the build does not have, though its type says otherwise.
    const hasChunk = Boolean(compilation.namedChunkGroups.get(file));
    return namedBy === "page" || file === "entry" || file === "further" || hasChunk;
  };
  const messages = Object.fromEntries(Object.entries(texts.messages).filter(([key]) => isOwn(key)));
  const { files, hashes } = hashTextAssets({ ...texts, messages }, namedBy);
  for (const [name, text] of files) {
    compilation.emitAsset(name, new rspack.sources.RawSource(text));
  }
  return hashes;
};

/** The scripts of an entry or chunk, without those that only import another one. */
export const scriptsOf = (compilation: Compilation, name: string): string[] => {
  const group = compilation.namedChunkGroups.get(name);
  if (!group) throw new Error(`The build has no chunk named ${name}`);
  return group
    .getFiles()
    .filter((file) => file.endsWith(".js") && !isBareImport(compilation, file))
    .map((file) => `/tls/${file}`);
};

/** The script that starts the app. */
export const entryOf = (compilation: Compilation): string => {
  const file = compilation.entrypoints.get("main")?.getEntrypointChunk().files;
  const script = [...(file ?? [])].find((name) => name.endsWith(".js"));
  if (!script) throw new Error("The build has no main script.");
  return `/tls/${script}`;
};

const isBareImport = (compilation: Compilation, file: string): boolean =>
  /^(import"[^"]+";\s*)+$/.test(compilation.getAsset(file)?.source.source().toString() ?? "");

/** Escapes text for an element's content or for an attribute in double quotes. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Replaces the `%PLACES%` of a template. */
export const fillTemplate = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replace(/\n(?=<)/g, "").replace(/%([A-Z]+)%/g, (_, name) => values[name] ?? "");
