import { isAlias, isMap, isScalar, isSeq, type Node, Scalar } from "yaml";
import type { ValueNeed } from "../../contract/remark.ts";
import { normalize } from "../normalize.ts";
import { didYouMean, type Report, type Say, unknownTarget, wrongValue } from "./problem-list.ts";
import type { ProblemMark } from "./problem-place.ts";

/** A line that begins a list item, a heading, a row of a table or the like. */
const MARKDOWN_BLOCK = /^\s*(?:[-*+] |\d{1,9}[.)] |#{1,6} |[|>]|!\[|@part )/;

/** The largest id: a signed 32-bit integer in the database. */
const MAX_ID = 2_147_483_647;

const ODD = { code: "file/odd" } as const;

/** A problem with a field that is needed and empty. */
const missing = (name: string): ProblemMark => ({
  code: name === "title" ? "title/missing" : "field/missing",
  values: { name },
});

/** A YAML text, shared by its fields. */
interface YamlSource {
  text: string;
  report: Report;
  /** The file's line, from 1, for an offset in the text. */
  lineAt(offset: number): number;
}

/** Markdown text with the file's line for each of its lines (from 0). */
export interface MarkdownText {
  text: string;
  lineAt(line: number): number;
}

/**
 * A value in an author's YAML. Each reader returns the value, or reports a problem at the value's
 * line and returns null.
 */
export class YamlField {
  readonly name: string;
  /** The line of its key, from 1. */
  readonly line: number;
  readonly say: Say;
  readonly #node: Node | null;
  readonly #isAlias: boolean;
  readonly #source: YamlSource;
  readonly #parent: YamlField | null;
  /** Its place in its parent: a name, or a position from 0. */
  #segment: string | number;

  constructor(
    source: YamlSource,
    name: string,
    node: Node | null,
    line: number,
    within?: { readonly parent: YamlField; readonly segment: string | number },
  ) {
    this.#source = source;
    this.#parent = within?.parent ?? null;
    this.#segment = within?.segment ?? "";
    this.name = name;
    this.line = line;
    this.say = (message, mark) => source.report(line, message, { path: this.path, ...mark });
    this.#isAlias = isAlias(node);
    this.#node = this.#isAlias ? null : node;
    if (this.#isAlias) {
      this.say(`"${name}" uses an alias (*): write the value itself.`, wrongValue(name, "plain"));
    }
  }

  get path(): (string | number)[] {
    return this.#parent ? [...this.#parent.path, this.#segment] : [];
  }

  /** Lets problems name an item of a list by its key. */
  callItem(key: string): void {
    if (key !== "") this.#segment = key;
  }

  /** Text that is not empty. */
  text(): string | null {
    const value = isScalar(this.#node) ? this.#node.value : undefined;
    if (value === null || (typeof value === "string" && value.trim() === "")) {
      return this.#isWrong("is empty", missing(this.name));
    }
    if (typeof value !== "string") {
      const what = isScalar(this.#node) ? "must be text: put it in quotes" : "must be text";
      return this.#wrong(what, "text");
    }
    if (value.includes("\0") || !value.isWellFormed()) {
      return this.#wrong("holds a character that cannot be kept", "text");
    }
    return value;
  }

  /**
   * The name of a file, a term or another thing that is named elsewhere, too. Names are compared in
   * NFC, because keyboards and disks write the same letter in several ways.
   */
  reference(): string | null {
    const text = this.text();
    return text && normalize(text);
  }

  /** Whether a text has one line; reports one that has more. */
  isOneLine(text: string): boolean {
    const isIt = !/\p{Cc}/u.test(text);
    if (!isIt) this.#wrong("must be one line", "line");
    return isIt;
  }

  /** Whether a text is short enough; reports one that is not. */
  isWithin(length: number, atMost: number): boolean {
    if (length > atMost) this.#wrong(`has more than ${atMost} characters`, "shorter", atMost);
    return length <= atMost;
  }

  /** Text with the line of each of its own lines, so that problems can name them. */
  markdown(): MarkdownText | null {
    const text = this.text();
    if (text === null || !this.#node?.range) return null;
    const start = this.#source.lineAt(this.#node.range[0]);
    // Only in a literal block does each line of the text match a line of the file.
    const literal = isScalar(this.#node) && this.#node.type === Scalar.BLOCK_LITERAL;
    if (!literal) this.#warnOfJoinedLines(this.#node.range);
    return { text, lineAt: (line) => (literal ? start + 1 + line : start) };
  }

  /** Reports a problem at another line of the file, such as one of a text in several lines. */
  sayAt(line: number, message: string, mark: ProblemMark): void {
    this.#source.report(line, message, { path: this.path, ...mark });
  }

  /** A whole number from 1. */
  count(): number | null {
    const value = isScalar(this.#node) ? this.#node.value : undefined;
    if (typeof value === "number" && Number.isInteger(value) && value > 0 && value <= MAX_ID) {
      const written = isScalar(this.#node) ? this.#node.source : undefined;
      if (written !== String(value)) {
        this.say(`"${written}" is read as ${value}: write that.`, ODD);
      }
      return value;
    }
    return this.#wrong(`must be a whole number from 1 to ${MAX_ID}`, "number");
  }

  boolean(): boolean | null {
    const value = isScalar(this.#node) ? this.#node.value : undefined;
    return typeof value === "boolean" ? value : this.#wrong("must be true or false", "flag");
  }

  oneOf<Value extends string>(values: readonly Value[]): Value | null {
    const text = this.text();
    if (text === null) return null;
    const found = values.find((value) => value === text);
    const listed = values.join(", ");
    return found ?? this.#wrong(`must be one of ${listed}, not "${text}"`, "choice", listed);
  }

  matching(pattern: RegExp, rule: string, need: ValueNeed = "name"): string | null {
    const text = this.text();
    return text === null || pattern.test(text) ? text : this.#wrong(`must be ${rule}`, need);
  }

  /** A list that is not empty. */
  list(): YamlField[] {
    if (isSeq<Node>(this.#node) && this.#node.items.length === 0) {
      this.#isWrong("has nothing in it", missing(this.name));
    }
    return this.items();
  }

  /** A list, which may be empty. */
  items(): YamlField[] {
    if (!isSeq<Node>(this.#node)) {
      this.#wrong("must be a list", "list");
      return [];
    }
    return this.#node.items.map(
      (item, segment) =>
        new YamlField(this.#source, this.name, item, this.#lineOf(item), { parent: this, segment }),
    );
  }

  /** A list that may be empty, which is said as a warning. */
  listOrEmpty(warning: string): YamlField[] {
    const items = this.items();
    if (isSeq(this.#node) && items.length === 0) this.say(warning, { code: "chapter/empty" });
    return items;
  }

  /** A map with keys chosen by the author. */
  entries(): YamlField[] {
    if (!isMap<Node, Node | null>(this.#node)) {
      this.#wrong("must be a map of fields", "fields");
      return [];
    }
    const entries = new Map<string, YamlField>();
    for (const { key, value } of this.#node.items) {
      const name = isScalar(key) ? (key.source ?? String(key.value)) : "";
      // The YAML parser has already reported a duplicate key.
      if (entries.has(name)) continue;
      const within = { parent: this, segment: name };
      entries.set(name, new YamlField(this.#source, name, value, this.#lineOf(key), within));
    }
    return [...entries.values()];
  }

  /** A map with known keys. Any other key is a problem. */
  fields(known: readonly string[]): YamlFields {
    const found = new Map<string, YamlField>();
    for (const field of this.entries()) {
      if (known.includes(field.name)) found.set(field.name, field);
      else {
        const { values } = unknownTarget("", field.name, known);
        field.say(`"${field.name}" is not a field here${didYouMean(field.name, known) || "."}`, {
          ...{ code: "field/unknown", values },
        });
      }
    }
    return new YamlFields(isMap(this.#node) ? this : null, found);
  }

  isMap(): boolean {
    return isMap(this.#node);
  }

  isEmpty(): boolean {
    if (this.#isAlias) return false;
    return this.#node === null || (isScalar(this.#node) && this.#node.value === null);
  }

  /** Warns of Markdown in a text whose lines YAML joins. Only a literal block keeps its lines. */
  #warnOfJoinedLines([from, to]: readonly [number, number, number]): void {
    const lines = this.#source.text.slice(from, to).split("\n");
    // The first line of a folded block contains only its indicator.
    const first = lines[0]?.startsWith(">") ? 1 : 0;
    const joined = lines.findIndex(
      (line, at) => at > first && MARKDOWN_BLOCK.test(line) && lines[at - 1]?.trim() !== "",
    );
    if (joined < 0) return;
    this.#source.report(
      this.#source.lineAt(from) + joined,
      'This line is joined to the one above: begin the text with "|" to keep lists and headings.',
      { path: this.path, ...ODD },
    );
  }

  #lineOf(node: Node | null): number {
    return node?.range ? this.#source.lineAt(node.range[0]) : this.line;
  }

  #wrong(message: string, need: ValueNeed, what?: string | number): null {
    return this.#isWrong(message, wrongValue(this.name, need, what));
  }

  #isWrong(message: string, mark: ProblemMark): null {
    if (!this.#isAlias) this.say(`"${this.name}" ${message}.`, mark);
    return null;
  }
}

export class YamlFields {
  readonly #map: YamlField | null;
  readonly #found: ReadonlyMap<string, YamlField>;

  /** @param map null when the value was not a map, which has been reported */
  constructor(map: YamlField | null, found: ReadonlyMap<string, YamlField>) {
    this.#map = map;
    this.#found = found;
  }

  need(name: string): YamlField | null {
    const field = this.maybe(name);
    if (field === null) this.sayOf(name, `"${name}" is missing.`, missing(name));
    return field;
  }

  /** Reports a problem with a field that may not be there. */
  sayOf(name: string, message: string, mark: ProblemMark): void {
    const line = this.#found.get(name) ?? this.#map;
    const path = this.#map ? [...this.#map.path, name] : [];
    line?.say(message, { ...mark, path });
  }

  /** The field, also if it is empty. */
  stated(name: string): YamlField | null {
    return this.#found.get(name) ?? null;
  }

  maybe(name: string): YamlField | null {
    const field = this.#found.get(name);
    return field === undefined || field.isEmpty() ? null : field;
  }
}
