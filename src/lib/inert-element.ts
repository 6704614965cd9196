let implementation: DOMImplementation | undefined;

/**
 * An empty document that belongs to a removed frame. HTML that is parsed there runs nothing and fetches
 * nothing. Chromium does not check it against the page's Content-Security-Policy, so an `onclick` or a
 * `style` that is removed later causes no error in the console.
 */
export const createInertDocument = (): Document => {
  if (!implementation) {
    const frame = document.createElement("iframe");
    document.body.append(frame);
    // Firefox does not give it away after the frame has been removed.
    ({ implementation } = frame.contentDocument ?? document);
    frame.remove();
  }
  return implementation.createHTMLDocument();
};

/** An empty element in such a document. */
export const createInertElement = (): HTMLElement => createInertDocument().createElement("div");

/**
 * The content of an element. The page's own document creates each element again, because a
 * `<details>` that Chromium 150 has sanitised has no height.
 */
export const recreateContent = (container: HTMLElement): DocumentFragment => {
  const content = document.createDocumentFragment();
  content.append(...document.importNode(container, true).childNodes);
  return content;
};
