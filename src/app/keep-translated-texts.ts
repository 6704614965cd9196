/** The element of a translator with its words in place of a text. */
interface Font extends ChildNode {
  /** The app's words; absent: the element has not been seen yet. */
  words?: string;
}

const fonts = new Map<Text, Font>();

/** Shows a text again in place of its translation. */
const release = (text: Text): void => {
  const font = fonts.get(text);
  // The translator notices a text that comes, and translates it.
  if (text.isConnected) font?.replaceWith(text);
  else font?.remove();
  fonts.delete(text);
};

const observer = new MutationObserver((records) => {
  for (const { target, addedNodes, removedNodes, previousSibling, nextSibling } of records) {
    release(target as Text);
    const [text] = removedNodes as NodeListOf<Text>;
    const beside = [addedNodes[0], previousSibling, nextSibling] as (Font | null | undefined)[];
    const font = beside.find((node) => node?.nodeName === "FONT" && !node.words);
    if (font && text?.data) {
      // Some translators keep the text node in their element.
      if (font.contains(text)) text.replaceWith(text.data);
      fonts.set(text, font);
      font.words = text.data;
      text.data = "";
      font.after(text);
    }
  }
  for (const [text, font] of fonts) {
    if (!font.isConnected) text.data = font.words ?? "";
    if (!font.isConnected || !text.isConnected) release(text);
    else if (text.previousSibling !== font) text.before(font);
  }
  // Only what others change counts.
  observer.takeRecords();
});

/**
 * Lets the app go on while the browser translates the page. A translator takes each text node out of the page
 * and puts a `<font>` with other words there. React and Preact keep the text node: they change it where
 * nobody sees it, and fail to remove it or to insert something before it.
 *
 * So the text node goes back, without words and behind its `<font>`, and the `<font>` follows it: it goes when
 * the text changes or goes. When the translator takes its `<font>` away, the text gets its words back.
 */
export const keepTranslatedTexts = (): void =>
  observer.observe(document.body, { childList: true, characterData: true, subtree: true });
