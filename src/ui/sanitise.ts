import createDOMPurify from "dompurify";

const TAGS =
  "h2 h3 h4 h5 h6 p br hr ul ol li dl dt dd table caption colgroup col thead tbody tfoot tr th td " +
  "figure figcaption img video a dfn strong em b i u s sub sup small mark code pre kbd samp var " +
  "blockquote q cite abbr span div section aside details summary bdi bdo time ruby rt rp wbr del ins";

const ATTRIBUTES =
  "alt title lang dir colspan rowspan scope start reversed value open datetime aria-label " +
  "data-asset data-poster data-lesson data-term";

/**
 * Lesson HTML as a harmless fragment. It is input from outside: no script, style, form, frame,
 * handler or address survives; what names an asset, a lesson or a term does.
 */
export const sanitise = (html: string): DocumentFragment =>
  createDOMPurify(window).sanitize(html, {
    ALLOWED_TAGS: TAGS.split(" "),
    ALLOWED_ATTR: ATTRIBUTES.split(" "),
    ALLOW_ARIA_ATTR: false,
    ALLOW_DATA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });
