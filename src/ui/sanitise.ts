import { allowed } from "./allowed-html.ts";
import { createInertElement, recreateContent } from "./inert-element.ts";

/** What is no text even without its element. */
const WITHOUT_TEXT =
  "audio base canvas embed frame frameset head iframe link math meta noembed noframes noscript " +
  "object param plaintext script source style svg template textarea title track xmp";

const withoutText = new Set(WITHOUT_TEXT.split(" "));

/** The platform's own sanitiser, as far as it is used here. */
interface Sanitising {
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

type Sanitise = (html: string) => DocumentFragment;

/** Elements of other names keep what they hold: a browser would drop it with them. */
const otherElements = (html: string): string[] => {
  const names = new Set<string>();
  const parsed = createInertElement();
  parsed.innerHTML = html;
  for (const { localName, namespaceURI } of parsed.querySelectorAll("*")) {
    if (namespaceURI === parsed.namespaceURI && !withoutText.has(localName)) names.add(localName);
  }
  return [...names].filter((name) => !allowed.elements.includes(name));
};

/** Firefox's sanitiser fails there. It asks no policy about what it drops, so that it need not. */
const worksUnwatched = (): boolean => {
  try {
    (createInertElement() as unknown as Sanitising).setHTML("", {});
    return true;
  } catch {
    return false;
  }
};
let unwatched: boolean | undefined;

const byPlatform: Sanitise = (html) => {
  unwatched ??= worksUnwatched();
  const container = unwatched ? createInertElement() : document.createElement("div");
  (container as unknown as Sanitising).setHTML(html, {
    sanitizer: {
      ...allowed,
      replaceWithChildrenElements: otherElements(html),
      comments: false,
      dataAttributes: false,
    },
  });
  return recreateContent(container);
};

let known: Sanitise | undefined = "setHTML" in Element.prototype ? byPlatform : undefined;

/** Fetches what a browser without a sanitiser of its own needs; to be awaited before `sanitise`. */
export const prepareSanitiser = async (): Promise<void> => {
  known ??= (await import(/* webpackChunkName: "sanitise" */ "./sanitise-purify.ts")).sanitise;
};

/**
 * Lesson HTML as a harmless fragment. It is input from outside: no script, style, form, frame,
 * handler or address survives; what names an asset, a lesson or a term does.
 */
export const sanitise: Sanitise = (html) => {
  if (!known) throw new Error("the sanitiser has not been prepared");
  return known(html);
};
