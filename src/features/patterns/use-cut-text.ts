import type { Piece } from "../../drafting/pattern.ts";
import { useText } from "../../i18n/use-text.ts";

/** Says how often a piece is cut, in the interface language. */
export const useCutText = () => {
  const text = useText();
  return ({ count, onFold }: Piece["cut"]): string =>
    text(onFold ? "patterns.cut-on-fold" : "patterns.cut", { count });
};
