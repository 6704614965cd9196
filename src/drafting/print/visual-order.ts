const RIGHT_TO_LEFT = /\p{Script=Hebrew}|\p{Script=Arabic}/u;
const LEFT_TO_RIGHT = /\p{L}/u;
const NUMBER = /\p{Nd}/u;
const BETWEEN_DIGITS = /[.,:/\-\u2212\u2013+]/u;
/** They belong to the number beside them. */
const BESIDE_DIGITS = /[%\u00b0]/u;

type Kind = "right" | "left" | "number" | "neutral";

const kindOf = (character: string): Kind => {
  if (RIGHT_TO_LEFT.test(character)) return "right";
  if (NUMBER.test(character)) return "number";
  return LEFT_TO_RIGHT.test(character) ? "left" : "neutral";
};

/**
 * The characters of a line from left to right, as they stand on paper: Hebrew runs backwards, numbers and
 * Latin words in it do not. Brackets stay as they are in the text, as readers
 * that turn Hebrew round expect. The part of the Unicode bidirectional algorithm that names and labels need.
 */
export const visualOrder = (text: string, isRightToLeft: boolean): string[] => {
  const characters = [...text];
  const kinds = characters.map(kindOf);
  // Signs within a number belong to it.
  const resolved = kinds.map((kind, i): Kind => {
    if (kind !== "neutral") return kind;
    const [before, next] = [kinds[i - 1] === "number", kinds[i + 1] === "number"];
    const character = characters[i] ?? "";
    const isOfNumber =
      (before && next && BETWEEN_DIGITS.test(character)) ||
      ((before || next) && BESIDE_DIGITS.test(character));
    return isOfNumber ? "number" : kind;
  });
  const base = isRightToLeft ? "right" : "left";
  const strongBefore = (i: number): Kind => {
    for (let k = i - 1; k >= 0; k--) {
      const kind = resolved[k];
      if (kind === "right" || kind === "left") return kind;
    }
    return base;
  };
  const after = (i: number): Kind => {
    for (let k = i + 1; k < resolved.length; k++) {
      const kind = resolved[k];
      // A number after Hebrew belongs to the Hebrew around it.
      if (kind === "number") return strongBefore(k);
      if (kind === "right" || kind === "left") return kind;
    }
    return base;
  };
  // 1: backwards. Numbers in a backward run are turned round once more: 2.
  const levels = resolved.map((kind, i) => {
    if (kind === "right") return 1;
    const before = strongBefore(i);
    if (kind === "left") return isRightToLeft ? 2 : 0;
    if (kind === "number") return before === "right" || isRightToLeft ? 2 : 0;
    const direction = before === after(i) ? before : base;
    if (direction === "right") return 1;
    return isRightToLeft ? 2 : 0;
  });
  let order = characters.map((character, i) => ({ character, level: levels[i] ?? 0 }));
  for (const level of [2, 1]) {
    const next: typeof order = [];
    let run: typeof order = [];
    for (const one of order) {
      if (one.level >= level) run.push(one);
      else {
        next.push(...run.reverse(), one);
        run = [];
      }
    }
    order = [...next, ...run.reverse()];
  }
  return order.map(({ character }) => character);
};
