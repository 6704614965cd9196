import { ensureSyntaxTree, syntaxTree } from "@codemirror/language";
import {
  type EditorState,
  type Extension,
  type Range,
  StateEffect,
  StateField,
} from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  EditorView,
  ViewPlugin,
  type ViewUpdate,
} from "@codemirror/view";
import type { SyntaxNodeRef } from "@lezer/common";
import { PictureWidget, surroundings, TableWidget, WordsWidget } from "./widgets.ts";

/*
 * Shows Markdown as students see it, and the signs of it where the cursor is. The text itself stays as it is, with
 * all that is not known here.
 */

const begun = StateEffect.define<null>();

/**
 * Whether somebody has begun to write: before that, the signs are nowhere. It stays so when the focus is elsewhere: a
 * change of the line with the cursor would call the focus back.
 */
const hasBegun = StateField.define<boolean>({
  create: () => false,
  update: (value, { effects }) => value || effects.some((effect) => effect.is(begun)),
});

const touches = (state: EditorState, from: number, to: number): boolean =>
  state.field(hasBegun) &&
  state.selection.ranges.some((range) => range.from <= to && range.to >= from);

const HIDDEN = Decoration.replace({});

const marked = (className: string) => Decoration.mark({ class: className });

/** What is marked, with the kind of its signs, which are hidden away from the cursor. */
const MARKS: Readonly<Record<string, { readonly words: Decoration; readonly sign: string }>> = {
  StrongEmphasis: { words: marked("cm-strong"), sign: "EmphasisMark" },
  Emphasis: { words: marked("cm-em"), sign: "EmphasisMark" },
  Strikethrough: { words: marked("cm-strike"), sign: "StrikethroughMark" },
  InlineCode: { words: marked("cm-code"), sign: "CodeMark" },
};

const SCHEME = /^<?(term|lesson|asset|draft):/;

const LINES: Readonly<Record<string, string>> = {
  ATXHeading1: "cm-h1",
  ATXHeading2: "cm-h2",
  ATXHeading3: "cm-h3",
  ATXHeading4: "cm-h4",
  ATXHeading5: "cm-h4",
  ATXHeading6: "cm-h4",
  SetextHeading1: "cm-h1",
  SetextHeading2: "cm-h2",
  HorizontalRule: "cm-hr",
};

const bullet = Decoration.replace({ widget: new WordsWidget("•", "cm-bullet") });

const decorateLink = (state: EditorState, node: SyntaxNodeRef, add: Add): void => {
  const marks = node.node.getChildren("LinkMark");
  const url = node.node.getChild("URL");
  const [open, close] = marks;
  if (!open || !close || !url) return;
  const scheme = SCHEME.exec(state.sliceDoc(url.from, url.to))?.[1] ?? "web";
  add(marked(`cm-link cm-${scheme}`), node.from, node.to);
  if (touches(state, node.from, node.to)) return;
  add(HIDDEN, open.from, open.to);
  add(HIDDEN, close.from, node.to);
};

type Add = (decoration: Decoration, from: number, to: number) => void;

const decorate = (state: EditorState, node: SyntaxNodeRef, add: Add): void => {
  const { name, from, to } = node;
  const line = LINES[name];
  if (line) {
    const first = state.doc.lineAt(from);
    for (let at = first; at.from <= to; at = state.doc.line(at.number + 1)) {
      add(Decoration.line({ class: line }), at.from, at.from);
      if (at.number === state.doc.lines) break;
    }
  }
  const mark = MARKS[name];
  if (mark) {
    add(mark.words, from, to);
    if (touches(state, from, to)) return;
    for (let child = node.node.firstChild; child; child = child.nextSibling) {
      if (child.name === mark.sign) add(HIDDEN, child.from, child.to);
    }
  } else if (name === "Link") decorateLink(state, node, add);
  else if (name === "HeaderMark") {
    const at = state.doc.lineAt(from);
    if (touches(state, at.from, at.to) || !/^#/.test(state.sliceDoc(from, to))) return;
    const spaces = /^[ \t]*/.exec(state.sliceDoc(to, at.to))?.[0].length ?? 0;
    add(HIDDEN, from, Math.min(to + spaces, at.to));
  } else if (name === "ListMark") {
    const at = state.doc.lineAt(from);
    add(Decoration.line({ class: "cm-item" }), at.from, at.from);
    if (!touches(state, at.from, at.to) && /^[-*+]$/.test(state.sliceDoc(from, to))) {
      add(bullet, from, to);
    }
  } else if (name === "QuoteMark") {
    const at = state.doc.lineAt(from);
    add(Decoration.line({ class: "cm-quote" }), at.from, at.from);
    if (!touches(state, at.from, at.to)) add(HIDDEN, from, to);
  } else if (name === "Escape") {
    if (!touches(state, from, to)) add(HIDDEN, from, from + 1);
  }
};

/** What is within lines, of the part that is in sight. */
const inline = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;

    constructor(view: EditorView) {
      this.decorations = this.build(view);
    }

    update(update: ViewUpdate): void {
      const hasTree = syntaxTree(update.state) !== syntaxTree(update.startState);
      const isBegun = update.state.field(hasBegun) !== update.startState.field(hasBegun);
      if (
        update.docChanged ||
        update.viewportChanged ||
        update.selectionSet ||
        hasTree ||
        isBegun
      ) {
        this.decorations = this.build(update.view);
      }
    }

    build({ state, visibleRanges }: EditorView): DecorationSet {
      const found: Range<Decoration>[] = [];
      const add: Add = (decoration, from, to) => {
        if (from < to || decoration.spec.class?.startsWith("cm-"))
          found.push(decoration.range(from, to));
      };
      for (const { from, to } of visibleRanges) {
        syntaxTree(state).iterate({
          from,
          to,
          enter: (node) => {
            // Blocks of their own are shown by `blocks`.
            if (node.name === "Table" || node.name === "Image" || node.name === "FencedCode")
              return false;
            decorate(state, node, add);
          },
        });
      }
      return Decoration.set(found, true);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

const IMAGE =
  /^!\[((?:[^[\]\\]|\\.|\[[^[\]]*\])*)\]\(\s*(<[^>]*>|[^\s()]*)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\)$/s;

/** A longer text is shown with its signs, so that each key stays quick. */
const LONGEST = 300_000;
/** How long the text may be parsed at once. */
const PARSE_MS = 60;

const pictureOf = (source: string): PictureWidget | null => {
  const [, alternative, address = "", caption = ""] = IMAGE.exec(source) ?? [];
  if (alternative === undefined) return null;
  const plain = (words: string) => words.replaceAll(/\\([^\w\s])/g, "$1");
  const name = address.replace(/^<(.*)>$/, "$1");
  return new PictureWidget(name, plain(alternative), plain(caption), source.length);
};

const buildBlocks = (state: EditorState): DecorationSet => {
  if (state.doc.length > LONGEST) return Decoration.none;
  const around = state.facet(surroundings);
  const tree = ensureSyntaxTree(state, state.doc.length, PARSE_MS) ?? syntaxTree(state);
  const found: Range<Decoration>[] = [];
  let pages = 0;
  tree.iterate({
    enter: ({ name, from, to, node }) => {
      if (name === "Document") return true;
      if (name === "ATXHeading1" || name === "SetextHeading1") {
        pages += 1;
        const widget = new WordsWidget(around.words.page(pages), "cm-page");
        found.push(
          Decoration.widget({ widget, block: true, side: -1 }).range(state.doc.lineAt(from).from),
        );
        return false;
      }
      if (name === "Table" || name === "PartLine") {
        if (touches(state, from, to)) return false;
        const source = state.sliceDoc(from, to);
        const key = /^@part\s+(\S+)/.exec(source)?.[1] ?? "";
        const widget =
          name === "Table"
            ? new TableWidget(source)
            : new WordsWidget(around.words.part(around.lessonTitle(key)), "cm-part");
        const isWhole = state.doc.lineAt(from).from === from && state.doc.lineAt(to).to === to;
        if (isWhole) found.push(Decoration.replace({ widget, block: true }).range(from, to));
        return false;
      }
      if (name === "Paragraph") {
        const image = node.firstChild;
        const isAlone = image?.name === "Image" && image.from === from && image.to === to;
        const widget = isAlone ? pictureOf(state.sliceDoc(from, to)) : null;
        if (!widget || state.doc.lineAt(from).from !== from) return false;
        found.push(
          touches(state, from, to)
            ? Decoration.widget({ widget, block: true, side: 1 }).range(to)
            : Decoration.replace({ widget, block: true }).range(from, to),
        );
        return false;
      }
      return !/^(?:ATXHeading|Setext|FencedCode|CodeBlock|HTMLBlock|LinkReference)/.test(name);
    },
  });
  return Decoration.set(found, true);
};

/** What takes the place of whole lines: pictures, tables, parts. */
const blocks = StateField.define<DecorationSet>({
  create: buildBlocks,
  update: (value, transaction) => {
    const { docChanged, selection, effects, state, startState } = transaction;
    const hasTree = syntaxTree(state) !== syntaxTree(startState);
    const isBegun = effects.some((effect) => effect.is(begun));
    return docChanged || selection || hasTree || isBegun ? buildBlocks(state) : value;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** Shows Markdown as students see it. */
export const livePreview: Extension = [
  hasBegun,
  EditorView.focusChangeEffect.of((_, focusing) => (focusing ? begun.of(null) : null)),
  inline,
  blocks,
];
