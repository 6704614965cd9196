import createDOMPurify from "dompurify";
import { allowed } from "./allowed-html.ts";
import { createInertElement, recreateContent } from "./inert-element.ts";

/** The same for browsers that have no sanitiser of their own. */
export const sanitise = (html: string): DocumentFragment => {
  const container = createInertElement();
  container.innerHTML = html;
  createDOMPurify(window).sanitize(container, {
    ALLOWED_TAGS: allowed.elements,
    ALLOWED_ATTR: allowed.attributes,
    ALLOW_ARIA_ATTR: false,
    ALLOW_DATA_ATTR: false,
    // A text would be parsed once more, where the policy is asked.
    IN_PLACE: true,
  });
  return recreateContent(container);
};
