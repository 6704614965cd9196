import { markMatches } from "../../../domain/matched-text.ts";

/** A text with the words of a query marked. */
export const HighlightedText = ({ text, query }: { text: string; query: string }) => {
  let at = 0;
  return markMatches(text, query).map((part) => {
    const key = at;
    at += part.text.length;
    return part.marked ? <mark key={key}>{part.text}</mark> : part.text;
  });
};
