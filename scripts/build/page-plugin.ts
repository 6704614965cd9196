import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { type Compilation, type Compiler, rspack } from "@rspack/core";
import { PARTS, type Part } from "../../src/i18n/parts.ts";

export interface PageOptions {
  /** The page with its `%PLACES%`. */
  template: string;
  /** The script that runs before the first paint. */
  boot: string;
  /** Bundle that exports `prerender(language)`. */
  staticBundle: string;
  /** Folder with `main.css`, for the page itself, and `PART.css` for each part that follows. */
  styles: string;
  /** Folder with the compiled messages, `PART/LL.json`. */
  messages: string;
  languages: string[];
  title: string;
  /** Where the calls go; empty for the page's own origin. */
  fileServer: string;
}

const parts = Object.keys(PARTS) as Part[];

const hashOf = (text: string): string =>
  `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/**
 * Makes index.html: the sign-in form in every language, painted before any script runs, the styles
 * it needs inlined, and what is fetched beside the main script named.
 */
export class PagePlugin {
  private readonly options: PageOptions;

  constructor(options: PageOptions) {
    this.options = options;
  }

  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap("PagePlugin", (compilation) => {
      compilation.hooks.processAssets.tapPromise(
        {
          name: "PagePlugin",
          stage: rspack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_HASH + 1,
        },
        async () => {
          const page = await this.page(compilation);
          compilation.emitAsset("index.html", new rspack.sources.RawSource(page));
        },
      );
    });
  }

  private async page(compilation: Compilation): Promise<string> {
    const { languages, title, styles } = this.options;
    const [template, bootSource, style, { prerender }] = await Promise.all([
      readFile(this.options.template, "utf8"),
      readFile(this.options.boot, "utf8"),
      readFile(path.join(styles, "main.css"), "utf8"),
      import(`${pathToFileURL(this.options.staticBundle)}?${Date.now()}`),
    ]);
    const messages: Record<string, string> = {};
    const forms: Record<string, string> = {};
    for (const language of languages) {
      const texts = await Promise.all(parts.map((part) => this.messages(part, language)));
      forms[language] = await prerender(language, JSON.parse(texts[0] ?? ""));
      // One name for all parts of a language: the page lists them all.
      const hash = shortHash(texts.join("\n"));
      messages[language] = hash;
      for (const [index, text] of texts.entries()) {
        emit(compilation, `${parts[index]}-${language}`, "json", text, hash);
      }
    }
    const files = {
      messages,
      styles: await this.styles(compilation),
      inside: scriptsOf(compilation, "inside"),
    };
    const { code: boot } = await rspack.experiments.swc.minify(bootSource, {
      compress: true,
      mangle: true,
      format: { comments: false },
    });
    const values: Record<string, string> = {
      CSP: this.policy(boot, style),
      TITLE: title,
      MAIN: scriptsOf(compilation, "main")[0] ?? "",
      STYLE: style,
      FILES: JSON.stringify(files),
      FORM: forms.en ?? "",
      TEMPLATES: languages
        .filter((language) => language !== "en")
        .map((language) => `<template lang="${language}">${forms[language]}</template>`)
        .join(""),
      BOOT: boot,
    };
    return template.replace(/\n(?=<)/g, "").replace(/%([A-Z]+)%/g, (_, name) => values[name] ?? "");
  }

  /** Lays each part's styles into the build; gives what their names carry. */
  private async styles(compilation: Compilation): Promise<Record<string, string>> {
    const { styles } = this.options;
    const files = (await readdir(styles)).filter((file) => /^[a-z].*\.css$/.test(file));
    const hashes: Record<string, string> = {};
    for (const file of files.sort()) {
      const name = path.basename(file, ".css").replace(/-style$/, "");
      if (name === "main") continue;
      const text = await readFile(path.join(styles, file), "utf8");
      hashes[name] = shortHash(text);
      emit(compilation, name, "css", text);
    }
    return hashes;
  }

  private messages(part: Part, language: string): Promise<string> {
    return readFile(path.join(this.options.messages, part, `${language}.json`), "utf8");
  }

  /** No script but ours, no frame, no form elsewhere; pictures and videos from memory only. */
  private policy(boot: string, style: string): string {
    const server = this.options.fileServer ? ` ${new URL(this.options.fileServer).origin}` : "";
    return [
      "default-src 'none'",
      `script-src 'self' ${hashOf(boot)}`,
      `style-src 'self' ${hashOf(style)}`,
      "img-src 'self' data: blob:",
      "media-src blob:",
      `connect-src 'self'${server}`,
      "base-uri 'none'",
      "form-action 'none'",
    ].join("; ");
  }
}

const shortHash = (text: string): string =>
  createHash("sha256").update(text).digest("hex").slice(0, 8);

/** Lays a file into the build under a name that changes with it; returns its address. */
const emit = (
  compilation: Compilation,
  name: string,
  ending: string,
  text: string,
  hash = shortHash(text),
): string => {
  const file = `${name}.${hash}.${ending}`;
  compilation.emitAsset(file, new rspack.sources.RawSource(text));
  return `/tls/${file}`;
};

/** The scripts that a named entry or lazy part consists of; one that only imports another is left out. */
const scriptsOf = (compilation: Compilation, name: string): string[] => {
  const group = compilation.namedChunkGroups.get(name);
  if (!group) throw new Error(`the build made no part named ${name}`);
  return group
    .getFiles()
    .filter((file) => file.endsWith(".js") && !isBareImport(compilation, file))
    .map((file) => `/tls/${file}`);
};

const isBareImport = (compilation: Compilation, file: string): boolean =>
  /^(import"[^"]+";\s*)+$/.test(compilation.getAsset(file)?.source.source().toString() ?? "");
