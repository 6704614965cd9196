import createDOMPurify from "dompurify";
import { allowed } from "./allowed-html.ts";

/** The same for browsers that have no sanitiser of their own. */
export const sanitise = (html: string): DocumentFragment =>
  createDOMPurify(window).sanitize(html, {
    ALLOWED_TAGS: allowed.elements,
    ALLOWED_ATTR: allowed.attributes,
    ALLOW_ARIA_ATTR: false,
    ALLOW_DATA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });
