import { SaxesParser } from "saxes";
import { TableProblem } from "./table-format.ts";

/** What is told of an XML part, without the prefixes of names. */
export interface XmlEvents {
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(text: string): void;
  close?(name: string): void;
}

const bare = (name: string): string => name.slice(name.indexOf(":") + 1);

/**
 * Parses an XML part piece by piece, and yields after each, so that the caller can take what has come.
 * Entities of its own are not expanded: a part that declares a document type is refused.
 * @throws TableProblem for what is no XML
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
  parser.on("opentag", ({ name, attributes }) => open?.(bare(name), attributes));
  parser.on("text", (piece) => text?.(piece));
  parser.on("cdata", (piece) => text?.(piece));
  parser.on("closetag", ({ name }) => close?.(bare(name)));
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
    parser.write(decode(piece));
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
