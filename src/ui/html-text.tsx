import { type SyntheticEvent, useLayoutEffect, useRef } from "react";
import { hasSanitiser, type Sanitise, sanitiseNatively } from "../lib/sanitise-natively.ts";
import styles from "./html-text.module.css";

let prepared: Sanitise | undefined = hasSanitiser() ? sanitiseNatively : undefined;

/**
 * Loads the app's own sanitiser in a browser without the Sanitizer API. Await it before rendering the first
 * `HtmlText`.
 */
export const prepareHtmlText = async (): Promise<void> => {
  prepared ??= (await import(/* webpackChunkName: "sanitise" */ "./sanitise-by-copy.ts")).sanitise;
};

/**
 * Turns lesson HTML, which is untrusted input, into a harmless fragment. Removes scripts, styles,
 * forms, frames, event handlers and addresses. Keeps the attributes that name an asset, a lesson or
 * a term.
 * @returns null if a browser would need seconds for it, because of its size or depth
 * @throws Error when `prepareHtmlText` has not resolved yet
 */
const sanitise: Sanitise = (html) => {
  if (!prepared) throw new Error("the sanitiser has not been prepared");
  return prepared(html);
};

interface HtmlTextProps {
  html: string;
  /** The language of the text, which can differ from the interface language. */
  language: string;
  direction: "ltr" | "rtl";
  /** By how many levels to lower the headings. Those of a lesson start at level 2. */
  deeper?: number;
  /** Shown in place of HTML that has too much to be shown. */
  invalid: string;
  /** Called when the person opens a glossary term. */
  onTerm: (term: string) => void;
  /** Called when the person clicks a link. */
  onLink?: (link: HTMLAnchorElement, event: SyntheticEvent) => void;
  /**
   * Completes the text after it has been added to the page, for example with files and addresses.
   * Returns a function that undoes this. A new function renders the text again.
   */
  complete?: (container: HTMLElement) => () => void;
}

/** HTML from the school, sanitised. Wide tables scroll, and glossary terms are buttons. */
export const HtmlText = (props: HtmlTextProps) => {
  const { html, language, direction, invalid, deeper = 0, complete } = props;
  const root = useRef<HTMLDivElement>(null);

  // Before the next paint, so that what follows the text does not move.
  useLayoutEffect(() => {
    const container = root.current;
    if (!container) return;
    const content = sanitise(html);
    if (!content) {
      container.replaceChildren(paragraph(invalid));
      return;
    }
    lowerHeadings(content, deeper);
    wrapTables(content);
    makeTermsButtons(content);
    container.replaceChildren(content);
    const undo = complete?.(container);
    return () => {
      undo?.();
      container.replaceChildren();
    };
  }, [html, invalid, deeper, complete]);

  const openTerm = (event: SyntheticEvent): boolean => {
    const term = (event.target as Element).closest<HTMLElement>("dfn[data-term]");
    if (!term) return false;
    event.preventDefault();
    props.onTerm(term.dataset.term ?? "");
    return true;
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it handles events of the links and terms inside
    <div
      ref={root}
      className={styles.text}
      lang={language}
      dir={direction}
      onClick={(event) => {
        if (openTerm(event)) return;
        const link = (event.target as Element).closest<HTMLAnchorElement>("a");
        if (link) props.onLink?.(link, event);
      }}
      onKeyDown={(event) => {
        if (event.key === "Enter" || event.key === " ") openTerm(event);
      }}
    />
  );
};

/** A paragraph in the language of the interface. */
const paragraph = (textContent: string): HTMLElement => {
  const { lang, dir } = document.documentElement;
  return Object.assign(document.createElement("p"), { textContent, lang, dir });
};

const lowerHeadings = (content: DocumentFragment, levels: number): void => {
  if (levels === 0) return;
  for (const heading of content.querySelectorAll("h2, h3, h4, h5, h6")) {
    const level = Math.min(6, Number(heading.localName.slice(1)) + levels);
    const lower = document.createElement(`h${level}`);
    for (const { name, value } of heading.attributes) lower.setAttribute(name, value);
    lower.append(...heading.childNodes);
    heading.replaceWith(lower);
  }
};

/** Wraps tables so that wide ones scroll, with the mouse and the keyboard. */
const wrapTables = (content: DocumentFragment): void => {
  for (const table of content.querySelectorAll("table")) {
    const frame = document.createElement("div");
    frame.className = styles.table ?? "";
    frame.tabIndex = 0;
    frame.setAttribute("role", "group");
    table.replaceWith(frame);
    frame.append(table);
  }
};

const makeTermsButtons = (content: DocumentFragment): void => {
  for (const term of content.querySelectorAll<HTMLElement>("dfn[data-term]")) {
    term.tabIndex = 0;
    term.setAttribute("role", "button");
  }
};
