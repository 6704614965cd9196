import { defineLanguageFacet, Language } from "@codemirror/language";
import { parser as commonMark, type MarkdownConfig, Strikethrough, Table } from "@lezer/markdown";

/** A line that names a part of a main lesson: `@part skirt-waist-line`. */
const PART = /^@part\b/;

const parts: MarkdownConfig = {
  defineNodes: [{ name: "PartLine", block: true }],
  parseBlock: [
    {
      name: "PartLine",
      before: "HorizontalRule",
      parse: (context, line) => {
        if (line.indent >= line.baseIndent + 4 || !PART.test(line.text.slice(line.pos)))
          return false;
        const from = context.lineStart + line.pos;
        context.addElement(context.elt("PartLine", from, context.lineStart + line.text.length));
        context.nextLine();
        return true;
      },
      endLeaf: (_, line) => PART.test(line.text.slice(line.pos)),
    },
  ],
};

/** A link to a term of several words, which other Markdown would not take: `[bust point](term:bust point)`. */
const TERM = /^\[([^[\]\n]+)\]\((term:[^()<>\n]*)\)/;

const terms: MarkdownConfig = {
  parseInline: [
    {
      name: "TermLink",
      before: "Link",
      parse: (context, next, from) => {
        const [whole, words, url] =
          next === 91 ? (TERM.exec(context.slice(from, context.end)) ?? []) : [];
        if (whole === undefined || words === undefined || url === undefined) return -1;
        const close = from + words.length + 1;
        const to = from + whole.length;
        return context.addElement(
          context.elt("Link", from, to, [
            context.elt("LinkMark", from, from + 1),
            context.elt("LinkMark", close, close + 1),
            context.elt("LinkMark", close + 1, close + 2),
            context.elt("URL", close + 2, close + 2 + url.length),
            context.elt("LinkMark", to - 1, to),
          ]),
        );
      },
    },
  ],
};

/** The Markdown of lessons, as the school reads it. */
export const lessonMarkdown = new Language(
  defineLanguageFacet(),
  commonMark.configure([Table, Strikethrough, parts, terms]),
  [],
  "markdown",
);
