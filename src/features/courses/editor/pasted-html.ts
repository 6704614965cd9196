import TurndownService from "turndown";
import { PASTED } from "./pasted-pictures.ts";

/** The addresses that a lesson can link to. Others, such as places in the document, become plain text. */
const LINKABLE = /^(https?:|mailto:)/i;

/** The mark of an item of a numbered list of Word, such as `2.` or `b)`. */
const NUMBERED = /^\(?[\da-z]{1,4}[.)]/i;

/** What Markdown has a sign for. Text without any of it is pasted as it is. */
const MARKED =
  "h1, h2, h3, h4, h5, h6, p, li, b, strong, i, em, a[href], table, img, [style*=font-weight]";

const styleOf = (element: Element): string =>
  (element.getAttribute("style") ?? "").toLowerCase().replaceAll(/\s/g, "");

const unwrap = (element: Element): void => element.replaceWith(...element.childNodes);

const rename = (element: Element, tag: string): void => {
  const renamed = element.ownerDocument.createElement(tag);
  renamed.append(...element.childNodes);
  element.replaceWith(renamed);
};

const mark = (element: Element, tag: string): void => {
  const inner = element.ownerDocument.createElement(tag);
  inner.append(...element.childNodes);
  element.append(inner);
};

const UNSEEN = "style, script, meta, link, title, svg, noscript, template, iframe";

const removeUnseen = (body: Element): void => {
  for (const element of body.querySelectorAll(UNSEEN)) element.remove();
  // Google Docs has them between blocks.
  for (const lineEnd of body.querySelectorAll(":is(p, h1, h2, h3, h4, ul, ol, table) + br")) {
    lineEnd.remove();
  }
  const texts = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    node.nodeValue = node.nodeValue?.replaceAll("\u00a0", " ") ?? "";
  }
};

/** Google Docs and browsers say in styles what is bold, and what a bold element is not. */
const readStyles = (body: Element): void => {
  for (const element of [...body.querySelectorAll("b, strong, span, td")]) {
    const style = styleOf(element);
    if (/font-weight:(normal|[1-5]00)/.test(style) && element.matches("b, strong")) unwrap(element);
    if (!element.matches("span, td")) continue;
    if (/font-style:italic/.test(style)) mark(element, "em");
    if (/font-weight:(bold|[6-9]00)/.test(style)) mark(element, "strong");
  }
  for (const element of body.querySelectorAll("b")) rename(element, "strong");
  for (const element of body.querySelectorAll("span")) unwrap(element);
  // A heading is bold without it, and so is the first row of a table.
  for (const strong of body.querySelectorAll("strong")) {
    const isBold = strong.parentElement?.closest("strong, h1, h2, h3, h4, h5, h6, tr:first-child");
    if (isBold || strong.textContent.trim() === "") unwrap(strong);
  }
  // `**a****b**` would be neither.
  for (const strong of body.querySelectorAll("strong + strong")) {
    const { previousSibling: before } = strong;
    if (before?.nodeName !== "STRONG") continue;
    strong.prepend(...before.childNodes);
    (before as Element).remove();
  }
};

/** The paragraphs that Word draws as items of lists become lists. */
const readWordLists = (body: Element): void => {
  /** The lists that are open, from the outermost one. */
  let open: Element[] = [];
  for (const item of body.querySelectorAll("p, h1, h2, h3, h4, h5, h6, ul, ol, table")) {
    const level = Number(/mso-list:l\d+level(\d+)/.exec(styleOf(item))?.[1] ?? 0);
    if (level === 0) {
      open = [];
      continue;
    }
    const signs = [...item.querySelectorAll("span")].filter((span) =>
      styleOf(span).includes("mso-list:ignore"),
    );
    const tag = NUMBERED.test(signs[0]?.textContent?.trim() ?? "") ? "ol" : "ul";
    for (const sign of signs) sign.remove();
    open = open.slice(0, open[level - 1]?.localName === tag ? level : level - 1);
    while (open.length < level) {
      const list = body.ownerDocument.createElement(tag);
      const outer = open.at(-1);
      if (outer) (outer.lastElementChild ?? outer).append(list);
      else item.before(list);
      open.push(list);
    }
    open.at(-1)?.append(item);
    rename(item, "li");
  }
};

/** Puts lists into the items that they belong to, and takes paragraphs out of items. */
const tidyLists = (body: Element): void => {
  for (const list of body.querySelectorAll(":is(ul, ol) > :is(ul, ol)")) {
    list.previousElementSibling?.append(list);
  }
  for (const paragraph of body.querySelectorAll("li > p:first-child")) unwrap(paragraph);
};

const tidyLinks = (body: Element): void => {
  for (const link of body.querySelectorAll("a")) {
    const isLink = LINKABLE.test(link.getAttribute("href") ?? "");
    if (!isLink || link.textContent?.trim() === "") unwrap(link);
  }
};

const createService = (): TurndownService => {
  const service = new TurndownService({
    headingStyle: "atx",
    bulletListMarker: "-",
    codeBlockStyle: "fenced",
    emDelimiter: "*",
  });
  const { escape: escapeSigns } = service;
  // A lesson takes no HTML.
  service.escape = (text) => escapeSigns.call(service, text).replaceAll(/<(?=[a-z/!?])/gi, "\\<");

  service.addRule("picture", {
    filter: "img",
    replacement: (_, node) => {
      const words = (node as Element).getAttribute("alt") ?? "";
      const [src, title] = ["src", "title"].map((each) => (node as Element).getAttribute(each));
      const caption = title ? ` "${title.replaceAll(/["\\]|\n/g, " ")}"` : "";
      return `![${service.escape(words).replaceAll("\n", " ")}](${src}${caption})`;
    },
  });

  service.addRule("item", {
    filter: "li",
    replacement: (content, node) => {
      const list = node.parentNode as Element | null;
      const at = list ? [...list.children].indexOf(node as Element) : 0;
      const first = Number(list?.getAttribute("start") ?? 1);
      const sign = list?.nodeName === "OL" ? `${first + at}. ` : "- ";
      const text = content.trim().replaceAll("\n", `\n${" ".repeat(sign.length)}`);
      return `${sign}${text}${node.nextSibling ? "\n" : ""}`;
    },
  });

  /** The cells of a row; one that spans several columns has empty ones behind it. */
  const cellsOf = (row: Element): string[] =>
    [...row.querySelectorAll("th, td")].flatMap((cell) => {
      const text = service.turndown(cell.innerHTML).replaceAll(/\s*\n\s*/g, " ");
      const span = Math.min(Number(cell.getAttribute("colspan") ?? 1) || 1, 100);
      return [text.replaceAll("|", "\\|"), ...Array.from({ length: span - 1 }, () => "")];
    });

  service.addRule("table", {
    filter: "table",
    replacement: (_, node) => {
      const rows = [...(node as Element).querySelectorAll("tr")].map(cellsOf);
      const width = Math.max(0, ...rows.map((row) => row.length));
      // Excel copies one cell as a table.
      if (rows.length <= 1 && width <= 1) return rows[0]?.[0] ?? "";
      const lineOf = (row: readonly string[]) =>
        `| ${Array.from({ length: width }, (__, at) => row[at] ?? "").join(" | ")} |`;
      const [head = [], ...others] = rows;
      const rule = Array.from({ length: width }, () => "---");
      return `\n\n${[head, rule, ...others].map(lineOf).join("\n")}\n\n`;
    },
  });
  return service;
};

/**
 * What was copied in Word, Excel, Google Docs or a browser, as the Markdown of a lesson.
 * @returns null if it has nothing that Markdown has a sign for, so that its plain text is the same
 */
export const pastedMarkdown = (html: string): string | null => {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  // The addresses of pictures elsewhere mean nothing to the school.
  for (const picture of body.querySelectorAll(`img:not([src^="${PASTED}"])`)) picture.remove();
  removeUnseen(body);
  for (const title of body.querySelectorAll("p.MsoTitle")) rename(title, "h1");
  readWordLists(body);
  if (!body.querySelector(MARKED)) return null;
  return markdownOf(body);
};

const markdownOf = (body: HTMLElement): string => {
  readStyles(body);
  tidyLists(body);
  tidyLinks(body);
  return createService().turndown(body).trim();
};

/** A whole document as Markdown. Its pictures have the addresses that they have in the lesson. */
export const documentMarkdown = (body: HTMLElement): string => {
  removeUnseen(body);
  readWordLists(body);
  return markdownOf(body);
};
