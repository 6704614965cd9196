/**
 * Does to the page what the translator of a browser does: takes each text node out, and leaves a `<font>` in
 * a `<font>` at its place; likewise with all that comes later. The words stay as they are, so that tests can
 * compare them. It uses nothing outside itself, so that a browser test can run it in the page.
 * @returns a function that shows the original again
 */
export const startTranslator = (): (() => void) => {
  const originals = new Map<Element, Text>();

  const translate = (text: Text) => {
    const parent = text.parentElement;
    if (!text.data.trim() || !parent || parent.closest("font, script, style, textarea")) return;
    const font = document.createElement("font");
    const inner = document.createElement("font");
    inner.append(text.data);
    font.append(inner);
    originals.set(font, text);
    parent.insertBefore(font, text);
    parent.removeChild(text);
  };

  const translateAll = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts = [root as Text];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) if (text.nodeType === Node.TEXT_NODE) translate(text);
  };

  const observer = new MutationObserver((records) => {
    for (const { addedNodes } of records) for (const node of addedNodes) translateAll(node);
  });
  translateAll(document.body);
  observer.observe(document.body, { childList: true, subtree: true });
  return () => {
    observer.disconnect();
    for (const [font, text] of originals) font.replaceWith(text);
  };
};
