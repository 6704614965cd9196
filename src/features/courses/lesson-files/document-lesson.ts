import { documentMarkdown } from "../editor/pasted-html.ts";

export interface DocumentLesson {
  readonly title: string;
  /** Markdown. The address of a picture is `picture:` and its position. */
  readonly text: string;
  /** The addresses that its pictures have in the document. */
  readonly pictures: readonly string[];
  readonly pages: number;
  /** Pictures that are not there, and links, of which only the words are taken. */
  readonly lost: { readonly pictures: number; readonly links: number };
}

interface DocumentOptions {
  /** The title of a document that has none. */
  readonly name: string;
  readonly hasPicture: (address: string) => boolean;
}

const AROUND =
  "script, style, noscript, template, iframe, svg, nav, footer, aside, form, button, dialog, [hidden], [aria-hidden=true]";

/** Headings of pages cannot stand in these. */
const INSIDE = "li, td, th, blockquote, dd, figure";

/** What is shown of a page that was saved from the web, without what stands around it. */
const contentOf = ({ body }: Document): HTMLElement => {
  for (const element of body.querySelectorAll(AROUND)) element.remove();
  const [main] = body.querySelectorAll<HTMLElement>("main, [role=main]");
  const articles = body.querySelectorAll<HTMLElement>("article");
  return main ?? (articles.length === 1 ? (articles[0] as HTMLElement) : body);
};

const wordsOf = (element: Element | null | undefined): string =>
  element?.textContent?.trim().replaceAll(/\s+/g, " ") ?? "";

/** A picture as small as this counts visitors. */
const isSeen = (image: Element): boolean =>
  image.getAttribute("width") !== "1" && image.getAttribute("height") !== "1";

/** Gives pictures their addresses in the lesson, and takes away those that are not there. */
const readPictures = (content: Element, title: string, { hasPicture }: DocumentOptions) => {
  const pictures: string[] = [];
  let lost = 0;
  for (const image of content.querySelectorAll("img")) {
    const address = image.getAttribute("src") ?? "";
    if (!isSeen(image) || !hasPicture(address)) {
      // Without an address, the school has counted it already.
      if (isSeen(image) && address !== "") lost += 1;
      image.remove();
      continue;
    }
    if (!pictures.includes(address)) pictures.push(address);
    const figure = image.closest("figure");
    const caption = figure?.querySelectorAll("img").length === 1 ? figure : null;
    const words = wordsOf(caption?.querySelector("figcaption"));
    image.setAttribute("src", `picture:${pictures.indexOf(address)}`);
    image.setAttribute("alt", image.getAttribute("alt")?.trim() || words || title);
    image.removeAttribute("title");
    if (words) image.setAttribute("title", words);
    caption?.querySelector("figcaption")?.remove();
    const heading = image.closest("h1, h2, h3, h4, h5, h6");
    if (!heading) continue;
    const paragraph = content.ownerDocument.createElement("p");
    paragraph.append(image);
    heading.after(paragraph);
  }
  return { pictures, lost };
};

/** Links lead to places outside, which a lesson cannot name. */
const readLinks = (content: Element): number => {
  let lost = 0;
  for (const link of content.querySelectorAll("a")) {
    if (/^https?:/i.test(link.getAttribute("href") ?? "") && wordsOf(link) !== "") lost += 1;
    link.replaceWith(...link.childNodes);
  }
  return lost;
};

const asBold = (heading: Element): void => {
  const paragraph = heading.ownerDocument.createElement("p");
  const strong = heading.ownerDocument.createElement("strong");
  strong.append(...heading.childNodes);
  paragraph.append(strong);
  heading.replaceWith(paragraph);
};

/** The headings of level 1 below which there is something to read; null: before the first of them. */
const filledPages = (content: Element): ReadonlySet<Element | null> => {
  const filled = new Set<Element | null>();
  const nodes = content.ownerDocument.createTreeWalker(
    content,
    NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT,
  );
  let present: Element | null = null;
  for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
    if (node.nodeName === "H1") present = node as Element;
    else if (node.nodeName === "IMG") filled.add(present);
    else if (node.nodeType === Node.TEXT_NODE && node.textContent?.trim()) {
      if (!present?.contains(node)) filled.add(present);
    }
  }
  return filled;
};

const addHeading = (content: Element, title: string): void => {
  const heading = content.ownerDocument.createElement("h1");
  heading.textContent = title;
  content.prepend(heading);
};

/**
 * Makes each heading of level 1 begin a page with something on it. The first one without anything below it is the title
 * of the document.
 * @returns the number of pages
 */
const readHeadings = (content: Element, title: string): number => {
  const headings = [...content.querySelectorAll("h1")];
  const filled = filledPages(content);
  const [first] = headings;
  const pages = headings.filter((heading) => filled.has(heading));
  for (const heading of headings) {
    if (filled.has(heading)) continue;
    if (heading === first && pages.length > 0) heading.remove();
    else asBold(heading);
  }
  const [begin] = pages;
  if (filled.has(null) && begin && pages.length === 1) content.prepend(begin);
  else if (filled.has(null) || !begin) addHeading(content, title);
  return content.querySelectorAll("h1").length;
};

/**
 * Makes a lesson of a Word document or a web page: headings, lists, tables and pictures.
 * @returns null for one with nothing to read
 */
export const documentLesson = (html: string, options: DocumentOptions): DocumentLesson | null => {
  const parsed = new DOMParser().parseFromString(html, "text/html");
  const named = wordsOf(parsed.querySelector("head > title"));
  const content = contentOf(parsed);
  const title = wordsOf(content.querySelector("h1")) || named || options.name;
  const { pictures, lost } = readPictures(content, title, options);
  const links = readLinks(content);
  for (const heading of content.querySelectorAll("h1")) {
    if (wordsOf(heading) === "") heading.replaceWith(...heading.childNodes);
    else if (heading.closest(INSIDE)) asBold(heading);
  }
  if (filledPages(content).size === 0) return null;
  const pages = readHeadings(content, title);
  const text = `${documentMarkdown(content)}\n`;
  return { title, text, pictures, pages, lost: { pictures: lost, links } };
};
