import { type SyntheticEvent, useEffect, useRef } from "react";
import styles from "./html-text.module.css";
import { prepareSanitiser, sanitise } from "./sanitise.ts";

export interface HtmlTextProps {
  html: string;
  /** The language of the text, which can differ from the interface's. */
  language: string;
  direction: "ltr" | "rtl";
  /** How many levels its headings, which begin at the second, stand below a lesson's. */
  deeper?: number;
  /** Asked to open a glossary entry. */
  onTerm: (term: string) => void;
  /** Told of a click on a link. */
  onLink?: (link: HTMLAnchorElement, event: SyntheticEvent) => void;
  /**
   * Completes the text once it stands on the page: files, addresses. Another function is another
   * text. Returns what undoes it.
   */
  complete?: (container: HTMLElement) => () => void;
}

/** Fetches what showing texts takes in this browser; to be awaited before the first is shown. */
export const prepareHtmlText = (): Promise<void> => prepareSanitiser();

/** HTML from the school: harmless, with wide tables that scroll and terms that open. */
export const HtmlText = (props: HtmlTextProps) => {
  const { html, language, direction, deeper = 0, complete } = props;
  const root = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const container = root.current;
    if (!container) return;
    const content = sanitise(html);
    lowerHeadings(content, deeper);
    frameTables(content);
    offerTerms(content);
    container.replaceChildren(content);
    const undo = complete?.(container);
    return () => {
      undo?.();
      container.replaceChildren();
    };
  }, [html, deeper, complete]);

  const openTerm = (event: SyntheticEvent): boolean => {
    const term = (event.target as Element).closest<HTMLElement>("dfn[data-term]");
    if (!term) return false;
    event.preventDefault();
    props.onTerm(term.dataset.term ?? "");
    return true;
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears the links and terms inside
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

/** Wide tables scroll by themselves, and can be reached without a mouse. */
const frameTables = (content: DocumentFragment): void => {
  for (const table of content.querySelectorAll("table")) {
    const frame = document.createElement("div");
    frame.className = styles.table ?? "";
    frame.tabIndex = 0;
    frame.setAttribute("role", "group");
    table.replaceWith(frame);
    frame.append(table);
  }
};

const offerTerms = (content: DocumentFragment): void => {
  for (const term of content.querySelectorAll<HTMLElement>("dfn[data-term]")) {
    term.tabIndex = 0;
    term.setAttribute("role", "button");
  }
};
