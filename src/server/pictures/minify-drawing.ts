import type { Config } from "svgo";
import { type Converted, type Measured, unmeasured } from "./picture.ts";

/** A larger drawing would take too long. It stays as it is. */
const MAX_BYTES = 1024 * 1024;

/**
 * The tags of a drawing with 3,000 elements. svgo takes quadratic time: minutes for a drawing of
 * 200 KB with only elements. There is no time limit instead, so that the same content always gives
 * the same result.
 */
const MAX_TAGS = 6000;

export const SVG_TYPE = "image/svg+xml";

/** A drawing with its smaller form. */
type MinifiedDrawing = Measured & Converted;

/**
 * Matches drawings that depend on the structure of their elements: scripts, animations, elements
 * that others refer to, and selectors that count or compare neighbours.
 */
const DELICATE =
  /<(?:\w+:)?(?:script|animate\w*|set|foreignObject|use|symbol|switch)\b|:(?:first|last|nth|only|not|has|is|where|empty|root|hover|target)\b/i;
const COMBINATORS = /[>+~[]/;

/** The rules of each `<style>`, without the signs around them. */
const rulesIn = (text: string): string[] =>
  text
    .split(/<style\b/i)
    .slice(1)
    .map((part) => {
      const [style = ""] = part.split(/<\/style/i, 1);
      return style.slice(style.indexOf(">") + 1).replace(/<!\[CDATA\[|\]\]>/g, "");
    });

const isDelicate = (text: string): boolean =>
  DELICATE.test(text) || rulesIn(text).some((rules) => COMBINATORS.test(rules));

/** Removes only what has no effect on the picture. */
const CAREFUL: Config["plugins"] = [
  "removeDoctype",
  "removeXMLProcInst",
  "removeComments",
  "removeMetadata",
  "removeEditorsNSData",
];

/**
 * Keeps names, titles and descriptions for accessibility, and ids and classes for rules and
 * references. Does not inline rules, so that those for a dark page still take precedence.
 */
const THOROUGH: Config["plugins"] = [
  {
    name: "preset-default",
    params: {
      overrides: {
        cleanupIds: false,
        inlineStyles: false,
        removeDesc: false,
        removeHiddenElems: false,
        removeUnknownsAndDefaults: { keepRoleAttr: true, keepAriaAttrs: true, keepDataAttrs: true },
      },
    },
  },
];

const numberIn = (root: string, name: string): number => {
  const found = new RegExp(`\\s${name}\\s*=\\s*["']\\s*([\\d.]+)(?:px)?\\s*["']`).exec(root);
  return Number(found?.[1] ?? Number.NaN);
};

/** The size that a drawing's attributes or its `viewBox` give it; null if neither does. */
export const sizeOfDrawing = (text: string): { width: number; height: number } | null => {
  const [root = ""] = /<svg\b[^<>]*>/.exec(text) ?? [];
  const box = /\sviewBox\s*=\s*["']([^"']+)["']/.exec(root)?.[1];
  const numbers =
    box
      ?.trim()
      .split(/[\s,]+/)
      .map(Number) ?? [];
  const [, , boxWidth = Number.NaN, boxHeight = Number.NaN] = numbers;
  const own = { width: numberIn(root, "width"), height: numberIn(root, "height") };
  return (
    [own, { width: boxWidth, height: boxHeight }].find(
      ({ width, height }) => width > 0 && height > 0 && width * height < 1e12,
    ) ?? null
  );
};

/** The size in whole pixels, as the database keeps it; 0 if it is unknown. */
const wholeSizeOf = (text: string): { width: number; height: number } => {
  const size = sizeOfDrawing(text);
  if (!size) return { width: 0, height: 0 };
  const { width, height } = size;
  return { width: Math.max(1, Math.round(width)), height: Math.max(1, Math.round(height)) };
};

/** How many decimals a coordinate needs, so that a line moves by less than a hundredth of a pixel. */
const decimalsFor = (text: string): number => {
  // A scale can make anything of a small number.
  if (/\b(?:scale|matrix|skew[XY])\(/.test(text)) return 6;
  const size = sizeOfDrawing(text);
  if (!size) return 4;
  return Math.min(8, Math.max(2, 5 - Math.ceil(Math.log10(Math.max(size.width, size.height)))));
};

const untouched = (problem: string): MinifiedDrawing => ({ ...unmeasured(problem), variants: [] });

/**
 * Makes a drawing smaller that looks the same.
 * @returns the drawing without a variant if it would not be smaller
 */
export const minifyDrawing = async (bytes: Buffer): Promise<MinifiedDrawing> => {
  if (bytes.length > MAX_BYTES) return untouched("This drawing has more than 1 MB.");
  const text = bytes.toString("utf8");
  if (text.split("<").length > MAX_TAGS)
    return untouched("This drawing has more than 3,000 elements.");
  const { width, height } = wholeSizeOf(text);
  // Entities that name each other can grow without end.
  if (/<!ENTITY/i.test(text)) return { width, height, problem: null, variants: [] };
  const { optimize } = await import("svgo");
  try {
    const { data } = optimize(text, {
      floatPrecision: decimalsFor(text),
      plugins: isDelicate(text) ? CAREFUL : THOROUGH,
    });
    const smaller = Buffer.from(data);
    const variants =
      smaller.length < bytes.length ? [{ type: SVG_TYPE, width, bytes: smaller }] : [];
    return { width, height, problem: null, variants };
  } catch {
    return untouched("This drawing is no well-formed SVG.");
  }
};
