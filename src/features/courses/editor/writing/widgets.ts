import { Facet } from "@codemirror/state";
import { type EditorView, WidgetType } from "@codemirror/view";
import { shownPicture } from "../inserts/written-markdown.ts";
import { readTable } from "./table-text.ts";

/** A picture of the text, and where it is written. */
export interface ShownPicture {
  readonly from: number;
  readonly to: number;
  readonly name: string;
  readonly alternative: string;
  readonly caption: string;
}

/** What the editor knows of the school and of the interface. */
export interface EditorSurroundings {
  /** The address of a picture of the product; null if there is none. */
  readonly pictureOf: (name: string) => Promise<string | null>;
  /** The title of a lesson by its key; the key if it is not known. */
  readonly lessonTitle: (key: string) => string;
  readonly onEditTable: (table: { readonly from: number; readonly to: number }) => void;
  readonly onEditPicture: (picture: ShownPicture) => void;
  readonly words: {
    readonly page: (number: number) => string;
    readonly part: (title: string) => string;
    readonly film: (name: string) => string;
    readonly editTable: string;
    readonly editPicture: string;
    readonly noAlternative: string;
  };
}

/** Each editor is created with them. */
export const surroundings = Facet.define<EditorSurroundings, EditorSurroundings>({
  combine: ([given]) => given as EditorSurroundings,
});

const element = (tag: string, className: string, text = ""): HTMLElement => {
  const made = document.createElement(tag);
  made.className = className;
  made.textContent = text;
  if (text) made.dir = "auto";
  return made;
};

const buttonOf = (words: string, act: () => void): HTMLButtonElement => {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = words;
  button.onclick = act;
  return button;
};

const isOfButton = ({ target }: Event): boolean => (target as Element).localName === "button";

/** A picture, a figure or a film as students see it, with its caption. */
export class PictureWidget extends WidgetType {
  readonly address: string;
  readonly alternative: string;
  readonly caption: string;
  /** How long it is as it is written. */
  readonly length: number;

  constructor(address: string, alternative: string, caption: string, length: number) {
    super();
    this.length = length;
    this.address = address;
    this.alternative = alternative;
    this.caption = caption;
  }

  override eq(other: PictureWidget): boolean {
    return (
      other.address === this.address &&
      other.alternative === this.alternative &&
      other.caption === this.caption &&
      other.length === this.length
    );
  }

  override toDOM(view: EditorView): HTMLElement {
    const around = view.state.facet(surroundings);
    const figure = element("figure", "cm-figure");
    const file = shownPicture(this.address);
    if (file === null) {
      const [name = ""] = this.address.split("?");
      figure.append(element("strong", "cm-film", around.words.film(name)));
    } else {
      const image = document.createElement("img");
      image.alt = this.alternative;
      void around.pictureOf(file).then((url) => {
        if (url) image.src = url;
        view.requestMeasure();
      });
      image.onload = () => view.requestMeasure();
      figure.append(image);
    }
    const caption = this.caption.replaceAll(/\[([^[\]]+)\]\(draft:[^()\s]+\)/g, "$1");
    if (caption) figure.append(element("figcaption", "cm-caption", caption));
    if (this.alternative === "") {
      figure.append(element("small", "cm-lacking", around.words.noAlternative));
    }
    const button = buttonOf(around.words.editPicture, () => {
      const { address, alternative, length } = this;
      const at = view.posAtDOM(figure);
      // It stands after what is written while that is in sight.
      const from = view.state.sliceDoc(at, at + 2) === "![" ? at : at - length;
      const to = from + length;
      around.onEditPicture({ from, to, name: address, alternative, caption: this.caption });
    });
    figure.append(button);
    return figure;
  }

  override get estimatedHeight(): number {
    return 240;
  }

  override ignoreEvent(event: Event): boolean {
    return isOfButton(event);
  }
}

/** The words of a cell without their signs. */
const plainCell = (cell: string): string =>
  cell
    .replaceAll(/!?\[([^[\]]*)\]\((?:<[^>]*>|[^()]*)\)/g, "$1")
    .replaceAll(/(\*\*|__|~~|`)(.+?)\1/g, "$2")
    .replaceAll(/(?<![\\*])\*([^*]+)\*/g, "$1")
    .replaceAll(/\\([\\`*_[\]<>#|!~])/g, "$1");

/** A table with a button that opens it in a dialog. */
export class TableWidget extends WidgetType {
  readonly source: string;

  constructor(source: string) {
    super();
    this.source = source;
  }

  override eq(other: TableWidget): boolean {
    return other.source === this.source;
  }

  override toDOM(view: EditorView): HTMLElement {
    const around = view.state.facet(surroundings);
    const box = element("div", "cm-table");
    const scroll = element("div", "cm-table-scroll");
    const table = document.createElement("table");
    for (const [at, row] of (readTable(this.source)?.rows ?? []).entries()) {
      const line = table.insertRow();
      for (const cell of row) {
        line.append(element(at === 0 ? "th" : "td", "", plainCell(cell)));
      }
    }
    scroll.append(table);
    const button = buttonOf(around.words.editTable, () => {
      const from = view.posAtDOM(box);
      around.onEditTable({ from, to: from + this.source.length });
    });
    box.append(scroll, button);
    return box;
  }

  override get estimatedHeight(): number {
    return 36 * this.source.split("\n").length;
  }

  override ignoreEvent(event: Event): boolean {
    return isOfButton(event);
  }
}

/** A line of the editor's own words: that a page begins, or a part. */
export class WordsWidget extends WidgetType {
  readonly words: string;
  readonly className: string;

  constructor(words: string, className: string) {
    super();
    this.words = words;
    this.className = className;
  }

  override eq(other: WordsWidget): boolean {
    return other.words === this.words && other.className === this.className;
  }

  override toDOM(): HTMLElement {
    return element("span", this.className, this.words);
  }

  override ignoreEvent(): boolean {
    return false;
  }
}
