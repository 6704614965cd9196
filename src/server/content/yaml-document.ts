import {
  Composer,
  type Document,
  isScalar,
  type LineCounter,
  Parser,
  visit,
  YAMLParseError,
} from "yaml";

/** The most values in each other. The library's time grows with the square of the depth. */
const MAX_DEPTH = 200;

/** The text has values too deep in each other. */
class DepthError extends Error {}

class BoundedParser extends Parser {
  override *next(source: string): ReturnType<Parser["next"]> {
    yield* super.next(source);
    if (this.stack.length > MAX_DEPTH) throw new DepthError("Nested too deeply");
  }
}

/** The library compares each key with all before it, which takes seconds for thousands of keys. */
const reportDuplicates = (document: Document.Parsed): void => {
  visit(document, {
    Map: (_, { items }) => {
      const known = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        const [start = 0] = key.range ?? [];
        if (known.has(key.value)) {
          const place: [number, number] = [start, start + 1];
          const message = "Map keys must be unique";
          document.errors.push(new YAMLParseError(place, "DUPLICATE_KEY", message));
        }
        known.add(key.value);
      }
    },
  });
};

/**
 * Parses a text as `parseDocument` of the library does, in time that grows with its length alone.
 * @throws DepthError
 */
export const parseYamlDocument = (
  text: string,
  options: { readonly lineCounter?: LineCounter; readonly keepSourceTokens?: boolean } = {},
): Document.Parsed => {
  const parser = new BoundedParser(options.lineCounter?.addNewLine);
  const composer = new Composer({ ...options, prettyErrors: false, uniqueKeys: false });
  const [document, another] = composer.compose(parser.parse(text), true, text.length);
  if (!document) throw new Error("There is always a document");
  if (another) {
    const [start, end] = another.range;
    const message = "Source contains multiple documents";
    document.errors.push(new YAMLParseError([start, end], "MULTIPLE_DOCS", message));
  }
  reportDuplicates(document);
  return document;
};
