let inertDocument: Document | undefined;

/**
 * An empty element in the document of a removed frame. HTML that is parsed there runs nothing and
 * fetches nothing. Chromium does not check it against the page's Content-Security-Policy, so an
 * `onclick` or a `style` that is removed later causes no error in the console.
 */
export const createInertElement = (): HTMLElement => {
  if (!inertDocument) {
    const frame = document.createElement("iframe");
    document.body.append(frame);
    inertDocument = frame.contentDocument ?? document.implementation.createHTMLDocument();
    frame.remove();
  }
  return inertDocument.createElement("div");
};

/**
 * The content of an element. The page's own document creates each element again, because a
 * `<details>` that Chromium 150 has sanitised has no height.
 */
export const recreateContent = (container: HTMLElement): DocumentFragment => {
  const content = document.createDocumentFragment();
  content.append(...document.importNode(container, true).childNodes);
  return content;
};
