import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { type Compilation, type Compiler, rspack } from "@rspack/core";
import { importMapOf } from "./name-scripts-plugin.ts";
import { type PolicyOrigins, pagePolicy } from "./page-policy.ts";
import { createWordTable } from "./page-words.ts";
import type { ShortClassesPlugin } from "./short-classes-plugin.ts";
import type { ShortIdsPlugin } from "./short-ids-plugin.ts";
import {
  emitTextAssets,
  escapeHtml,
  fillTemplate,
  readTextAssets,
  scriptsOf,
  type TextAssetOptions,
} from "./text-assets.ts";

export interface PageOptions extends TextAssetOptions, PolicyOrigins {
  /** The page's template with its `%PLACES%`. */
  template: string;
  /** The script that runs before the first paint. */
  boot: string;
  /** A bundle that exports `prerender(language)`. */
  staticBundle: string;
  title: string;
  /** Shortens the ids of messages, as in the scripts. */
  ids: ShortIdsPlugin;
  /** Shortens the names of classes, as in the scripts. */
  classes: ShortClassesPlugin;
}

/** The scripts that only the page of a frame loads. */
const FRAMED_ONLY = ["embedded"];

const mapValues = (
  values: Readonly<Record<string, string>>,
  change: (value: string) => string,
): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value)]));

/**
 * Creates index.html: the prerendered sign-in form with its words in every language, inlined styles,
 * and preloads for the files that are needed beside the main script. `framed.html` is the same page for a
 * frame of another site: what only that needs costs the other one no byte.
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
          // After the scripts have been named.
          stage: rspack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_TRANSFER - 1,
        },
        async () => {
          for (const [name, page] of await this.pages(compilation)) {
            compilation.emitAsset(name, new rspack.sources.RawSource(page));
          }
        },
      );
    });
  }

  private async pages(compilation: Compilation): Promise<[name: string, page: string][]> {
    const { languages, title, ids, classes } = this.options;
    const [template, bootSource, texts, { prerender }] = await Promise.all([
      readFile(this.options.template, "utf8"),
      readFile(this.options.boot, "utf8"),
      readTextAssets(this.options),
      import(`${pathToFileURL(this.options.staticBundle)}?${Date.now()}`),
    ]);
    const forms: Record<string, string> = {};
    for (const language of languages) {
      const form = await prerender(
        language,
        JSON.parse(texts.messages[`entry-${language}`] ?? "{}"),
      );
      forms[language] = classes.shorten(form);
    }
    const messages = mapValues(texts.messages, (json) => ids.shortenMessages(json));
    const styles = mapValues(texts.styles, (style) => classes.shorten(style));
    const style = classes.shorten(texts.style);
    const files = {
      files: emitTextAssets(compilation, { styles, messages }, "inside"),
      words: createWordTable(forms, "en"),
      inside: scriptsOf(compilation, "inside"),
    };
    const fill = async (isFramed: boolean): Promise<string> => {
      const { code: boot } = await rspack.experiments.swc.minify(
        bootSource.replaceAll("FRAMED", String(isFramed)),
        { compress: true, mangle: true, format: { comments: false } },
      );
      const imports = importMapOf(compilation, isFramed ? [] : FRAMED_ONLY);
      return fillTemplate(template, {
        CSP: pagePolicy({ ...this.options, scripts: [imports, boot], style }),
        TITLE: escapeHtml(title),
        IMPORTS: imports,
        MAIN: scriptsOf(compilation, "main")[0] ?? "",
        STYLE: style,
        FILES: JSON.stringify(files),
        FORM: forms.en ?? "",
        BOOT: boot,
      });
    };
    return [
      ["index.html", await fill(false)],
      ["framed.html", await fill(true)],
    ];
  }
}
