/** What an HTML fragment says, for searching; nothing in it runs or is fetched. */
export const plainText = (html: string): string =>
  // A space for each tag, so that what stands in two paragraphs does not become one word.
  new DOMParser().parseFromString(html.replaceAll("<", " <"), "text/html").body.textContent ?? "";
