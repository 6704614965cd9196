import { createInertElement, parseHtml, recreateContent, withoutTemplates } from "./parse-html.ts";

const ELEMENTS =
  "h2 h3 h4 h5 h6 p br hr ul ol li dl dt dd table caption colgroup col thead tbody tfoot tr th td " +
  "figure figcaption img video a dfn strong em b i u s sub sup small mark code pre kbd samp var " +
  "blockquote q cite abbr span div section aside details summary bdi bdo time ruby rt rp wbr del ins";

const ATTRIBUTES =
  "alt title lang dir colspan rowspan scope start reversed value open datetime aria-label " +
  "width height data-asset data-poster data-lesson data-term data-widths data-size data-draft data-film data-web";

/** The elements and attributes that lesson HTML may contain. The sanitiser removes all others. */
export const allowedHtml = { elements: ELEMENTS.split(" "), attributes: ATTRIBUTES.split(" ") };

/** Elements that are removed with their content, because their content is not text. */
const WITHOUT_TEXT =
  "audio base canvas embed frame frameset head iframe link math meta noembed noframes noscript " +
  "object param plaintext script source style svg template textarea title track xmp";

export const withoutText: ReadonlySet<string> = new Set(WITHOUT_TEXT.split(" "));

/** The part of the browser's Sanitizer API that is used here. */
interface ElementWithSetHtml {
  setHTML(
    html: string,
    options: {
      sanitizer?: {
        elements: string[];
        attributes: string[];
        replaceWithChildrenElements: string[];
        comments: boolean;
        dataAttributes: boolean;
      };
    },
  ): void;
}

/** Whether an element is none of SVG or MathML, whose names and rules are others. */
export const isHtml = ({ namespaceURI }: Element): boolean =>
  namespaceURI === document.documentElement.namespaceURI;

/** Makes HTML a fragment without anything that could do harm; null if it has too much to be shown. */
export type Sanitise = (html: string) => DocumentFragment | null;

/** Names of elements to replace by their children, which a browser would otherwise remove too. */
const unknownElements = (parsed: Element): string[] => {
  const names = new Set<string>();
  for (const element of parsed.querySelectorAll("*")) {
    if (isHtml(element) && !withoutText.has(element.localName)) names.add(element.localName);
  }
  return [...names].filter((name) => !allowedHtml.elements.includes(name));
};

/**
 * Whether `setHTML` works in an inert element. It throws in Firefox, which does not need one: it
 * checks no Content-Security-Policy for what it removes.
 */
const worksInInertElement = (): boolean => {
  try {
    (createInertElement("") as unknown as ElementWithSetHtml).setHTML("", {});
    return true;
  } catch {
    return false;
  }
};
let useInertElement: boolean | undefined;

/** Sanitises with the browser's own Sanitizer API. Call it only where `hasSanitiser` is true. */
export const sanitiseNatively: Sanitise = (html) => {
  const parsed = parseHtml(html);
  if (!parsed) return null;
  useInertElement ??= worksInInertElement();
  const container = useInertElement ? createInertElement(html) : document.createElement("div");
  (container as unknown as ElementWithSetHtml).setHTML(withoutTemplates(html), {
    sanitizer: {
      ...allowedHtml,
      replaceWithChildrenElements: unknownElements(parsed),
      comments: false,
      dataAttributes: false,
    },
  });
  return recreateContent(container);
};

/** Whether the browser has the Sanitizer API. */
export const hasSanitiser = (): boolean => "setHTML" in Element.prototype;
