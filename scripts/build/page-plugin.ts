import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { type Compilation, type Compiler, rspack } from "@rspack/core";
import { PARTS } from "../../src/i18n/parts.ts";
import { wordTableOf } from "./page-words.ts";

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

const parts = Object.keys(PARTS);

type NamedText = [name: string, text: string];

const hashOf = (text: string): string =>
  `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/**
 * Makes index.html: the sign-in form, painted before any script runs, with its words in every
 * language, the styles it needs inlined, and what is fetched beside the main script named.
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
    const messages = await Promise.all(languages.map((language) => this.messages(language)));
    const laterStyles = await this.laterStyles();
    // One name for all of them, since the page lists it.
    const version = shortHash(JSON.stringify([messages, laterStyles]));
    for (const [name, text] of [...messages.flat(), ...laterStyles]) {
      compilation.emitAsset(
        name.replace(/\.(?=[^.]+$)/, `.${version}.`),
        new rspack.sources.RawSource(text),
      );
    }
    const forms: Record<string, string> = {};
    for (const [index, language] of languages.entries()) {
      forms[language] = await prerender(language, JSON.parse(messages[index]?.[0]?.[1] ?? ""));
    }
    const files = {
      version,
      words: wordTableOf(forms, "en"),
      styles: laterStyles.map(([name]) => path.basename(name, ".css")),
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
      BOOT: boot,
    };
    return template.replace(/\n(?=<)/g, "").replace(/%([A-Z]+)%/g, (_, name) => values[name] ?? "");
  }

  /** The styles of each part of the app but the page itself. */
  private async laterStyles(): Promise<NamedText[]> {
    const { styles } = this.options;
    const files = (await readdir(styles)).filter((file) => /^[a-z].*\.css$/.test(file)).sort();
    return Promise.all(
      files
        .filter((file) => file !== "main.css")
        .map(async (file) => [
          file.replace("-style.", "."),
          await readFile(path.join(styles, file), "utf8"),
        ]),
    );
  }

  /** The messages of each part in a language, those of the page itself first. */
  private messages(language: string): Promise<NamedText[]> {
    const { messages } = this.options;
    return Promise.all(
      parts.map(async (part) => [
        `${part}-${language}.json`,
        await readFile(path.join(messages, part, `${language}.json`), "utf8"),
      ]),
    );
  }

  /** No script but ours, no frame, no form elsewhere; pictures from memory, videos from the school. */
  private policy(boot: string, style: string): string {
    const server = this.options.fileServer ? ` ${new URL(this.options.fileServer).origin}` : "";
    return [
      "default-src 'none'",
      `script-src 'self' ${hashOf(boot)}`,
      `style-src 'self' ${hashOf(style)}`,
      "img-src 'self' data: blob:",
      `media-src 'self' blob:${server}`,
      `connect-src 'self'${server}`,
      "base-uri 'none'",
      "form-action 'none'",
    ].join("; ");
  }
}

const shortHash = (text: string): string =>
  createHash("sha256").update(text).digest("hex").slice(0, 8);

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
