/**
 * Text as the app writes it in a language from right to left: what is put into a message is isolated
 * from the words around it.
 * @param text with the values in brackets, such as `עמוד [2] מתוך [3]`
 */
export const isolated = (text: string): string =>
  text.replaceAll("[", "\u2068").replaceAll("]", "\u2069");
