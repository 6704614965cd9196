import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { LanguageSupport, syntaxTree } from "@codemirror/language";
import { EditorSelection, EditorState } from "@codemirror/state";
import { EditorView, keymap, placeholder } from "@codemirror/view";
import type { SyntaxNode } from "@lezer/common";
import {
  continueList,
  insertion,
  toggleHeading,
  toggleList,
  toggleMark,
  toggleNumbers,
} from "./commands.ts";
import { editorTheme } from "./editor-theme.ts";
import { livePreview } from "./live-preview.ts";
import { lessonMarkdown } from "./markdown-language.ts";
import { type EditorSurroundings, type ShownPicture, surroundings } from "./widgets.ts";

interface MarkdownViewOptions {
  readonly host: HTMLElement;
  readonly text: string;
  readonly label: string;
  readonly placeholder: string;
  readonly language: string;
  readonly direction: "ltr" | "rtl";
  readonly around: EditorSurroundings;
  readonly onChange: (text: string) => void;
  readonly onSave: () => void;
  /** @returns whether what was pasted or dropped is taken care of */
  readonly onTransfer: (type: "paste" | "drop", data: DataTransfer | null) => boolean;
}

/** An editor of Markdown that shows it as students see it. */
export const createMarkdownView = (options: MarkdownViewOptions) => {
  const { host, language, direction } = options;
  // The page's policy forbids styles that a script adds to it, and allows those of a shadow tree.
  const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
  root.replaceChildren();
  const save = () => {
    options.onSave();
    return true;
  };
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: options.text,
      extensions: [
        new LanguageSupport(lessonMarkdown),
        surroundings.of(options.around),
        history(),
        keymap.of([
          { key: "Mod-s", run: save },
          { key: "Mod-b", run: toggleMark("**") },
          { key: "Mod-i", run: toggleMark("*") },
          { key: "Mod-Alt-2", run: toggleHeading(2) },
          { key: "Mod-Alt-3", run: toggleHeading(3) },
          { key: "Mod-Shift-7", run: toggleNumbers },
          { key: "Mod-Shift-8", run: toggleList },
          { key: "Enter", run: continueList },
          ...historyKeymap,
          ...defaultKeymap,
        ]),
        livePreview,
        EditorView.lineWrapping,
        EditorView.perLineTextDirection.of(true),
        EditorView.contentAttributes.of({
          "aria-label": options.label,
          lang: language,
          dir: direction,
          spellcheck: "true",
          autocapitalize: "sentences",
        }),
        placeholder(options.placeholder),
        editorTheme,
        EditorView.updateListener.of((update) => {
          if (update.docChanged) options.onChange(update.state.doc.toString());
        }),
        EditorView.domEventHandlers({
          paste: (event) => options.onTransfer("paste", event.clipboardData),
          drop: (event) => options.onTransfer("drop", event.dataTransfer),
        }),
      ],
    }),
  });

  return {
    view,

    insert(markdown: string, range?: { readonly from: number; readonly to: number }): void {
      view.dispatch(insertion(view.state, markdown, range));
      view.focus();
    },

    /** Where a picture stands that was put in last, by its name; null if it is not there any more. */
    pictureBeforeCursor(name: string): ShownPicture | null {
      const written = `![](${name})`;
      const from = view.state.sliceDoc(0, view.state.selection.main.head).lastIndexOf(written);
      return from < 0
        ? null
        : { from, to: from + written.length, name, alternative: "", caption: "" };
    },

    tableAtCursor(): { readonly from: number; readonly to: number } | null {
      const { state } = view;
      let node: SyntaxNode | null = syntaxTree(state).resolveInner(state.selection.main.head, -1);
      while (node && node.name !== "Table") node = node.parent;
      return node && { from: node.from, to: node.to };
    },

    selected: (): string => {
      const { from, to } = view.state.selection.main;
      return view.state.sliceDoc(from, to);
    },

    /** Replaces the text by another one, of which only what differs is written. */
    write(text: string): void {
      const before = view.state.doc.toString();
      if (before === text) return;
      let from = 0;
      while (from < before.length && before[from] === text[from]) from += 1;
      let end = 0;
      const most = Math.min(before.length, text.length) - from;
      while (end < most && before.at(-1 - end) === text.at(-1 - end)) end += 1;
      const changes = {
        from,
        to: before.length - end,
        insert: text.slice(from, text.length - end),
      };
      view.dispatch({ changes });
    },

    /** Leads to the end, where a text goes on. */
    goToEnd(): void {
      view.dispatch({ selection: EditorSelection.cursor(view.state.doc.length) });
      view.focus();
    },

    /** Leads to a line, from 1. */
    goTo(line: number): void {
      const { from, to } = view.state.doc.line(Math.min(Math.max(1, line), view.state.doc.lines));
      view.dispatch({ selection: EditorSelection.range(from, to), scrollIntoView: true });
      view.focus();
    },
  };
};

export type MarkdownView = ReturnType<typeof createMarkdownView>;
