import { SaxesParser } from "saxes";
import { TableProblem } from "./table-format.ts";

/** Workbooks nest some ten elements. */
const MAX_DEPTH = 100;
/** 100,000 rows of people with all columns have a quarter of it. */
const MAX_ELEMENTS = 10_000_000;
/** Elements of workbooks have at most some twenty. */
const MAX_ATTRIBUTES = 200;
/** The most characters of a text, tag, or comment. The longest cell has a quarter of it once it is escaped. */
const MAX_TOKEN_LENGTH = 1024 * 1024;

/** What is told of an XML part. Names have no prefix, unless they are of an extension. */
interface XmlEvents {
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(text: string): void;
  close?(name: string): void;
}

const assertAtMost = (count: number, most: number): void => {
  if (count > most) throw new TableProblem("table/too_large");
};

/**
 * Parses an XML part piece by piece, and yields after each, so that the caller can take what has come.
 * Entities of its own are not expanded: a part that declares a document type is refused.
 * @throws TableProblem for what is no XML, or more than any workbook has
 */
export async function* parseXml(
  bytes: AsyncIterable<Uint8Array>,
  { open, text, close }: XmlEvents,
): AsyncGenerator<void> {
  const parser = new SaxesParser();
  const fail = () => {
    throw new TableProblem("table/damaged");
  };
  parser.on("error", fail);
  parser.on("doctype", fail);
  let depth = 0;
  let elements = 0;
  let attributesOfTag = 0;
  /** The characters since the last token was complete: the parser holds them in memory. */
  let tokenLength = 0;
  parser.on("attribute", () => {
    attributesOfTag += 1;
    assertAtMost(attributesOfTag, MAX_ATTRIBUTES);
  });
  parser.on("opentag", ({ name, attributes }) => {
    depth += 1;
    elements += 1;
    attributesOfTag = 0;
    tokenLength = 0;
    assertAtMost(depth, MAX_DEPTH);
    assertAtMost(elements, MAX_ELEMENTS);
    open?.(bare(name), attributes);
  });
  const onText = (piece: string) => {
    tokenLength = 0;
    text?.(piece);
  };
  parser.on("text", onText);
  parser.on("cdata", onText);
  parser.on("closetag", ({ name }) => {
    depth -= 1;
    tokenLength = 0;
    close?.(bare(name));
  });
  // Extensions have elements of the same names, in a namespace that is not the one of the root.
  let prefix: string | null = null;
  const bare = (name: string): string => {
    prefix ??= name.slice(0, name.indexOf(":") + 1);
    return name.startsWith(prefix) ? name.slice(prefix.length) : name;
  };
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const decode = (piece?: Uint8Array): string => {
    try {
      return decoder.decode(piece, { stream: piece !== undefined });
    } catch {
      return fail();
    }
  };
  let isEmpty = true;
  for await (const piece of bytes) {
    isEmpty = false;
    const characters = decode(piece);
    tokenLength += characters.length;
    parser.write(characters);
    assertAtMost(tokenLength, MAX_TOKEN_LENGTH);
    yield;
  }
  // A workbook leaves out parts that it does not need.
  if (!isEmpty) parser.write(decode()).close();
}

/** Parses a small XML part as a whole. */
export const parseWholeXml = async (
  bytes: AsyncIterable<Uint8Array>,
  events: XmlEvents,
): Promise<void> => {
  for await (const _ of parseXml(bytes, events));
};

/** A character that XML cannot hold, as workbooks write it. */
const ESCAPED = /_x([\da-f]{4})_/gi;

/** The text of a cell, in which workbooks write what XML cannot hold as `_x0000_`. */
export const unescapeCell = (text: string): string =>
  text.includes("_x")
    ? text.replace(ESCAPED, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;

// biome-ignore lint/suspicious/noControlCharactersInRegex: those that XML cannot hold
const NOT_IN_XML = /[\0-\x08\x0b\x0c\x0d\x0e-\x1f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])/g;
const LONE_LOW = /(?<![\ud800-\udbff])[\udc00-\udfff]/g;

const escapeCode = (character: string): string =>
  `_x${character.charCodeAt(0).toString(16).padStart(4, "0").toUpperCase()}_`;

/** The reverse of `unescapeCell`, as XML. */
export const escapeCell = (text: string): string =>
  text
    .replace(/_(?=x[\da-f]{4}_)/gi, "_x005F_")
    .replace(NOT_IN_XML, escapeCode)
    .replace(LONE_LOW, escapeCode)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
