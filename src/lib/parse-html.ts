import { HTML_LIMITS } from "./html-limits.ts";

let inFrame: DOMImplementation | undefined;

/** What Chromium reports in the console where the page's Content-Security-Policy forbids it. */
const REPORTED = /<style|[\s"'/](?:on\w+|style)\s*=/i;

/**
 * An empty document in which HTML runs nothing and fetches nothing. For HTML that Chromium would report it belongs
 * to a removed frame, which has no such policy: what is removed later causes no error in the console. Every other
 * lesson does without the frame, which takes a slow phone 30 ms.
 */
const createInertDocument = (html: string): Document => {
  if (!REPORTED.test(html)) return document.implementation.createHTMLDocument();
  if (!inFrame) {
    const frame = document.createElement("iframe");
    document.body.append(frame);
    // Firefox does not give it away after the frame has been removed.
    ({ implementation: inFrame } = frame.contentDocument ?? document);
    frame.remove();
  }
  return inFrame.createHTMLDocument();
};

/** An empty element in such a document. @param html what will be its content */
export const createInertElement = (html: string): HTMLElement =>
  createInertDocument(html).createElement("div");

/**
 * The content of an element. The page's own document creates each element again, because a
 * `<details>` that Chromium 150 has sanitised has no height.
 */
export const recreateContent = (container: HTMLElement): DocumentFragment => {
  const content = document.createDocumentFragment();
  content.append(...document.importNode(container, true).childNodes);
  return content;
};

/** How much is parsed between two looks, in characters: so little that it is parsed soon, whatever it is. */
const STEP = 4096;

const TOO_DEEP = `${"*>".repeat(HTML_LIMITS.depth)}*`;

/** `HTML_LIMITS.marks`, as a literal is fewer bytes. */
const TOO_MANY_MARKS = /\p{M}{500}/u;

const isTooMuch = (root: Element): boolean => {
  let weight = 0;
  // A form can hide its own properties behind its fields.
  for (const element of root.querySelectorAll<HTMLTableCellElement>(":not(form)")) {
    const { colSpan = 1, rowSpan = 1, attributes } = element;
    if (attributes.length > HTML_LIMITS.attributes) return true;
    // A cell counts for all of its places, and a value for the items that it renumbers.
    weight += element.matches("li[value]") ? 20 : colSpan * (rowSpan || 100);
  }
  return weight > HTML_LIMITS.elements || root.querySelector(TOO_DEEP) !== null;
};

/** The same HTML without templates, in which a browser hides how much they have. */
export const withoutTemplates = (html: string): string =>
  html.replace(/<(\/?)template/gi, "<$1canvas");

/**
 * Parses HTML in a document in which nothing runs and nothing is fetched.
 * @returns its body; null if it has too much of something to be shown
 */
export const parseHtml = (html: string): Element | null => {
  if (html.length > HTML_LIMITS.characters) return null;
  const parsed = createInertDocument(html);
  // A name in the HTML can hide a property of the document from now on, but none of its elements.
  const write = parsed.write.bind(parsed);
  const close = parsed.close.bind(parsed);
  write("<!doctype html><body>");
  const { documentElement: root } = parsed;
  const body = root.lastElementChild as Element;
  const rest = withoutTemplates(html);
  for (let at = 0; at < rest.length; at += STEP) {
    write(rest.slice(at, at + STEP));
    if (isTooMuch(root)) return null;
  }
  close();
  return TOO_MANY_MARKS.test(body.textContent ?? "") ? null : body;
};
