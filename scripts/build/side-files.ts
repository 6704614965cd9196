import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { type Compilation, rspack } from "@rspack/core";

export interface SideFileOptions {
  /** Folder with `main.css`, for the page itself, and `CHUNK.css` for each chunk that follows. */
  styles: string;
  /** Folder with the compiled messages, `CHUNK/LL.json`. */
  messages: string;
  languages: string[];
}

/** Messages and styles before they have their names. */
export interface SideTexts {
  /** The styles of the page itself. */
  style: string;
  /** The styles of each chunk that has some, by chunk. */
  styles: Readonly<Record<string, string>>;
  /** By chunk and language, such as `zoom-en`: the messages as JSON. */
  messages: Readonly<Record<string, string>>;
}

/** What the build writes into the page and into messages: the hash in each file's name. */
export type Hashes = Record<string, string>;

export interface NamedFiles {
  /** The files by the name under which they are fetched. */
  files: Map<string, string>;
  /** What the page has to know: messages as `CHUNK-LL`, styles as `CHUNK`. */
  hashes: Hashes;
}

const shortHash = (text: string): string =>
  createHash("sha256").update(text).digest("hex").slice(0, 8);

/** Whether the page itself names a file online: what is fetched before the messages of `inside`. */
const isFirst = (key: string): boolean => /^(?:entry-|inside-|inside$)/.test(key);

/**
 * Names each file after its own content, so that a release renames only what it changes.
 * @param namedBy `page`: the page names every file. `inside`: the page names what comes first, and
 * `inside-LL.json` the rest, messages in its own language alone; the page stays small that way.
 */
export const nameSideFiles = (
  { styles, messages }: Omit<SideTexts, "style">,
  namedBy: "page" | "inside",
): NamedFiles => {
  const files = new Map<string, string>();
  const hashes: Hashes = {};
  const later: Hashes = {};
  const add = (key: string, ending: string, text: string) => {
    const hash = shortHash(text);
    files.set(`${key}.${hash}.${ending}`, text);
    (namedBy === "page" || isFirst(key) ? hashes : later)[key] = hash;
  };
  /** What `inside-LL` has to name: styles, and the messages of the same language. */
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
    // No message has such an id: they all have a dot.
    add(
      key,
      "json",
      namedBy === "page" ? text : JSON.stringify({ ...JSON.parse(text), files: named }),
    );
  }
  return { files, hashes };
};

/** The messages of each chunk in a language. */
const readMessages = async (messages: string, language: string): Promise<[string, string][]> =>
  Promise.all(
    (await readdir(messages)).map(async (chunk) => [
      `${chunk}-${language}`,
      await readFile(path.join(messages, chunk, `${language}.json`), "utf8"),
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

/** Reads what the styles' own build and the messages' compiler have made. */
export const readSideTexts = async (options: SideFileOptions): Promise<SideTexts> => {
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

/** Adds messages and styles to what is built. @returns the hashes that the page has to know */
export const emitSideFiles = (
  compilation: Compilation,
  texts: Omit<SideTexts, "style">,
  namedBy: "page" | "inside",
): Hashes => {
  // A build has the messages of its own chunks; only those of the sign-in form belong to none.
  const isOwn = (key: string): boolean => {
    const chunk = key.slice(0, key.lastIndexOf("-"));
    return chunk === "entry" || compilation.namedChunkGroups.get(chunk) !== undefined;
  };
  const messages = Object.fromEntries(Object.entries(texts.messages).filter(([key]) => isOwn(key)));
  const { files, hashes } = nameSideFiles({ ...texts, messages }, namedBy);
  for (const [name, text] of files) {
    compilation.emitAsset(name, new rspack.sources.RawSource(text));
  }
  return hashes;
};

/** The scripts that a named entry or chunk consists of; one that only imports another is left out. */
export const scriptsOf = (compilation: Compilation, name: string): string[] => {
  const group = compilation.namedChunkGroups.get(name);
  if (!group) throw new Error(`the build made no chunk named ${name}`);
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

/** Text for a page, as an element's content or in an attribute's double quotes. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** A page's template with its `%PLACES%` filled in. */
export const fillIn = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replace(/\n(?=<)/g, "").replace(/%([A-Z]+)%/g, (_, name) => values[name] ?? "");
