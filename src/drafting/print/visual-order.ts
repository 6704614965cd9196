/** Hebrew, Arabic and the other scripts that are written from right to left. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * The characters of a line from left to right, as they stand on paper, by the Unicode bidirectional algorithm.
 * Brackets stay as they are in the text, as readers that turn Hebrew round expect.
 */
export const visualOrder = async (text: string, isRightToLeft: boolean): Promise<string[]> => {
  const characters = [...text];
  if (!isRightToLeft && !RIGHT_TO_LEFT.test(text)) return characters;
  const { default: createBidi } = await import(/* webpackChunkName: "bidi" */ "bidi-js");
  const bidi = createBidi();
  const levels = bidi.getEmbeddingLevels(text, isRightToLeft ? "rtl" : "ltr");
  // The indices are those of UTF-16, of which some characters have two.
  const placeOf = new Map(bidi.getReorderedIndices(text, levels).map((index, at) => [index, at]));
  let index = 0;
  const places = characters.map((character) => {
    const place = placeOf.get(index) ?? 0;
    index += character.length;
    return { character, place };
  });
  return places.toSorted((a, b) => a.place - b.place).map(({ character }) => character);
};
