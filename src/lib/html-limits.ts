/**
 * The most that a text of the school may have as HTML. A browser takes the square of the depth, of an
 * element's attributes and of the numbers in a list: a text far beyond this would stop a page for seconds,
 * or for good.
 */
export const HTML_LIMITS = {
  elements: 10_000,
  /** Elements in each other, with the page's own two. */
  depth: 100,
  /** Of one element. */
  attributes: 100,
  characters: 1_000_000,
  /** Accents and the like on one letter. */
  marks: 500,
};
