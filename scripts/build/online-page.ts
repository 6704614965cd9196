import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { type Compilation, rspack } from "@rspack/core";
import { LANGUAGES } from "../../src/domain/languages.ts";
import { webManifest } from "../../src/domain/web-manifest.ts";
import { escapeHtml, filesOf, fillTemplate, type Texts, textOf } from "./emit.ts";
import { pagePolicy } from "./policies.ts";
import type { SchoolSettings } from "./school-settings.ts";
import { from } from "./shared.ts";

/** Renders the sign-in form in every language. @param bundle exports `prerender(language)` */
const renderForms = async (bundle: string): Promise<Record<string, string>> => {
  // Each build renders it again.
  const { prerender } = await import(`${pathToFileURL(bundle)}?${Date.now()}`);
  const forms: Record<string, string> = {};
  for (const language of LANGUAGES) forms[language] = await prerender(language);
  return forms;
};

/** Matches the visible words of a page: its texts and labels. The page's script uses the same pattern. */
const WORDS = /(?<=>|aria-label=")[^<">]+/g;

/**
 * Collects the words that differ between the languages of a page, in the same order for each language.
 * @param original the language of the page in which words are replaced
 * @throws an Error if replacing words does not result in the page of every language
 */
export const createWordTable = (
  pages: Readonly<Record<string, string>>,
  original: string,
): Record<string, string[]> => {
  const texts = Object.entries(pages).map(
    ([language, page]) => [language, page.match(WORDS) ?? []] as const,
  );
  const table: Record<string, string[]> = {};
  for (const [language] of texts) table[language] = [];
  const page = pages[original] ?? "";
  for (const [place, word] of (page.match(WORDS) ?? []).entries()) {
    if (table[original]?.includes(word) || texts.every(([, text]) => text[place] === word))
      continue;
    for (const [language, text] of texts) table[language]?.push(text[place] ?? "");
  }
  for (const [language, wanted] of Object.entries(pages)) {
    const made = page.replace(
      WORDS,
      (word) => table[language]?.[table[original]?.indexOf(word) ?? -1] ?? word,
    );
    if (made !== wanted)
      throw new Error(`Replacing words does not result in the page in ${language}.`);
  }
  return table;
};

/**
 * The files that the boot script fetches beside the main script: of chunks, and of texts the end of their
 * names, which is a hash or none in development.
 */
const filesToPreload = (compilation: Compilation, isFramed: boolean) => {
  // The bundler's order follows the hashes. The boot script fetches the styles of a lesson before its script.
  const addresses = (chunk: string) =>
    [".js", ".css"].flatMap((ending) =>
      filesOf(compilation, chunk, ending).map((file) => `/tls/${file}`),
    );
  const endOf = (chunk: string) => filesOf(compilation, chunk)[0]?.slice(chunk.length + 1);
  const endsOf = (texts: string) =>
    Object.fromEntries(LANGUAGES.map((name) => [name, endOf(`${texts}-${name}-json`)]));
  return {
    entry: endsOf("entry"),
    inside: endsOf("inside"),
    signedIn: addresses("inside"),
    ...(isFramed && { embedded: addresses("embedded") }),
    early: addresses("early"),
  };
};

/** Takes the styles of the sign-in form out of the build: they stand in the page. */
const takeStyle = (compilation: Compilation): string => {
  const files = filesOf(compilation, "main", ".css");
  const style = files.map((file) => textOf(compilation, file)).join("");
  for (const file of files) compilation.deleteAsset(file);
  return style;
};

/**
 * Creates index.html: the prerendered sign-in form with its words in every language, its styles, and the
 * names of the files that are fetched beside the main script. `framed.html` is the same page for a frame
 * of another site: what only that needs costs the other one no byte. The manifest is for a web app
 * that is served by another server than the school's.
 * @param bundle renders the form
 */
export const createPages =
  (bundle: string, { organisation, fileServer, storeOrigin }: SchoolSettings) =>
  async (compilation: Compilation): Promise<Texts> => {
    const [template, bootSource, forms] = await Promise.all([
      readFile(from("resources/page.html"), "utf8"),
      readFile(from("resources/boot.js"), "utf8"),
      renderForms(bundle),
    ]);
    const style = takeStyle(compilation);
    const words = createWordTable(forms, "en");
    const fill = async (isFramed: boolean): Promise<string> => {
      const { code: boot } = await rspack.experiments.swc.minify(
        bootSource
          .replaceAll("FRAMED", String(isFramed))
          .replaceAll("FILE_SERVER", JSON.stringify(fileServer)),
        { compress: true, mangle: true, format: { comments: false } },
      );
      return fillTemplate(template, {
        CSP: pagePolicy({ fileServer, storeOrigin, scripts: [boot], style }),
        TITLE: escapeHtml(organisation.name),
        MAIN: `/tls/${filesOf(compilation, "main", ".js")[0]}`,
        STYLE: `<style>${style}</style>`,
        FILES: JSON.stringify({ files: filesToPreload(compilation, isFramed), words }),
        FORM: forms.en ?? "",
        BOOT: boot,
      });
    };
    return {
      "index.html": await fill(false),
      "framed.html": await fill(true),
      "manifest.webmanifest": JSON.stringify(
        webManifest({
          name: organisation.name,
          accent: "",
          icons: [
            { src: "icon.svg", sizes: "any", type: "image/svg+xml" },
            { src: "icon.png", sizes: "256x256", type: "image/png" },
          ],
        }),
      ),
    };
  };
