let unwatched: Document | undefined;

/**
 * An empty element in a document whose page is gone. What is parsed there runs nothing and fetches
 * nothing, and Chromium does not ask the page's Content-Security-Policy about it: there alone an
 * `onclick` or a `style` that is dropped afterwards is no error in the console.
 */
export const createInertElement = (): HTMLElement => {
  if (!unwatched) {
    const frame = document.createElement("iframe");
    document.body.append(frame);
    unwatched = frame.contentDocument ?? document.implementation.createHTMLDocument();
    frame.remove();
  }
  return unwatched.createElement("div");
};

/**
 * The content of an element, each element in it created anew by the page's own document: a
 * `<details>` that Chromium 150 has sanitised has no height.
 */
export const recreateContent = (container: HTMLElement): DocumentFragment => {
  const content = document.createDocumentFragment();
  content.append(...document.importNode(container, true).childNodes);
  return content;
};
