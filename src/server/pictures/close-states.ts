import {
  decodePDFRawStream,
  PDFArray,
  PDFName,
  type PDFPage,
  PDFRawStream,
  PDFStream,
} from "@cantoo/pdf-lib";

/**
 * A string, a comment, the data of a picture, or an operator with what is around it. Data without an end goes to the
 * last byte, so that it is looked for once.
 */
const TOKENS =
  /\((?:\\[\s\S]|[^\\()]|\((?:\\[\s\S]|[^\\()])*\))*\)|<[\da-fA-F\s]*>|%[^\r\n]*|\bID\s[\s\S]*?(?:\sEI(?=\s|$)|$)|[^\s()<>[\]{}/%]+|\/[^\s()<>[\]{}/%]*/g;

/** @returns the operators without those that restore a state that nothing has saved, and how many stay open */
const balanced = (operators: string): { text: string; open: number; surplus: number } => {
  let open = 0;
  let surplus = 0;
  const text = operators.replace(TOKENS, (token) => {
    if (token === "q") open += 1;
    if (token !== "Q") return token;
    if (open > 0) {
      open -= 1;
      return token;
    }
    // Viewers ignore it, but the state around the page would end with it.
    surplus += 1;
    return " ";
  });
  return { text, open, surplus };
};

const operatorsOf = (page: PDFPage): string | null => {
  const contents = page.node.Contents();
  const streams =
    contents instanceof PDFArray
      ? contents.asArray().map((each) => page.doc.context.lookup(each))
      : [contents];
  const parts: string[] = [];
  for (const stream of streams) {
    if (!(stream instanceof PDFStream)) continue;
    if (!(stream instanceof PDFRawStream)) return null;
    try {
      parts.push(Buffer.from(decodePDFRawStream(stream).decode()).toString("latin1"));
    } catch {
      // Viewers show what they can of it.
      return null;
    }
  }
  return parts.join("\n");
};

/**
 * Closes the graphics states that a page leaves open. Its scale would be that of everything drawn after it.
 */
export const closeStates = (page: PDFPage): void => {
  const operators = operatorsOf(page);
  if (operators === null) return;
  const { text, open, surplus } = balanced(operators);
  if (open === 0 && surplus === 0) return;
  const { context } = page.doc;
  const whole = Buffer.from(`${text}${"\nQ".repeat(open)}\n`, "latin1");
  page.node.set(PDFName.of("Contents"), context.register(context.flateStream(whole)));
};
