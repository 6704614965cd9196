import { LANGUAGES } from "../../domain/languages.ts";
import { SCHOOL_PAGES, type SchoolPage } from "../../domain/school-page.ts";
import { parseMarkdown, renderTokens } from "./markdown-parser.ts";
import { markOf } from "./problem-list.ts";
import type { ProblemMark } from "./problem-place.ts";
import type { PublicSite } from "./school.ts";
import { inEachLanguage } from "./text-files.ts";
import type { YamlField } from "./yaml-field.ts";

const MAX_TEXT = 100_000;

const LINK = /^(?:https?:\/\/|mailto:|tel:)\S+$/i;

const NO_HTML = "HTML is not allowed in Markdown: it is shown as it is written.";

const htmlMark = ({ content }: { readonly content: string }) =>
  markOf("html/refused", content.trim().slice(0, 60));

/** The HTML of a page. Its links lead to addresses on the web, as those of no lesson do. */
const readPage = (field: YamlField): string => {
  const written = field.markdown();
  if (!written) return "";
  const say = (line: number, message: string, mark: ProblemMark) =>
    field.sayAt(written.lineAt(line), message, mark);
  if (!field.isWithin(written.text.length, MAX_TEXT)) return "";
  const { tokens, intricate } = parseMarkdown(written.text);
  if (intricate !== null) {
    say(intricate, "This paragraph is too intricate to be read.", { code: "text/too-much" });
  }
  let line = 0;
  for (const token of tokens) {
    line = token.map?.[0] ?? line;
    if (token.type === "html_block") say(line, NO_HTML, htmlMark(token));
    // The page has a heading of its own above them.
    if (token.tag === "h1") token.tag = "h2";
    // An alignment is a style attribute, which the page's policy forbids.
    if (token.type === "th_open" || token.type === "td_open") token.attrs = null;
    for (const child of token.children ?? []) {
      const at = line + (child.map?.[0] ?? 0);
      if (child.type === "html_inline") say(at, NO_HTML, htmlMark(child));
      if (child.type === "image") {
        const name = String(child.attrGet("src") ?? "");
        say(at, "This page has no pictures.", markOf("target/not-here", name));
      }
      if (child.type !== "link_open") continue;
      const address = String(child.attrGet("href") ?? "");
      if (!LINK.test(address)) {
        say(at, `"${address}" must be an address that begins with https://, mailto: or tel:.`, {
          ...markOf("address/outside", address),
        });
      }
    }
  }
  return renderTokens(tokens);
};

/** Reads the pages that the law asks for: their HTML by language. */
export const readSchoolPages = (field: YamlField | null): PublicSite["pages"] => {
  const fields = field?.fields(SCHOOL_PAGES);
  return Object.fromEntries(
    SCHOOL_PAGES.map((name): [SchoolPage, Record<string, string>] => {
      const languages = fields?.maybe(name)?.fields(LANGUAGES);
      return [name, languages ? inEachLanguage(languages, readPage) : {}];
    }),
  ) as PublicSite["pages"];
};
