import createDOMPurify from "dompurify";
import { allowedHtml } from "./allowed-html.ts";
import { createInertElement, recreateContent } from "./inert-element.ts";

/** Sanitises with DOMPurify, for browsers without the Sanitizer API. */
export const sanitise = (html: string): DocumentFragment => {
  const container = createInertElement();
  container.innerHTML = html;
  createDOMPurify(window).sanitize(container, {
    ALLOWED_TAGS: allowedHtml.elements,
    ALLOWED_ATTR: allowedHtml.attributes,
    ALLOW_ARIA_ATTR: false,
    ALLOW_DATA_ATTR: false,
    // A string would be parsed again, in a document that reports policy violations.
    IN_PLACE: true,
  });
  return recreateContent(container);
};
