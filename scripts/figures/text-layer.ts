import { escapeUTF8 } from "entities";
import { directionOf } from "../../src/domain/languages.ts";
import { PAPER, type PdfPage } from "./pdf.ts";

const POINTS_PER_CM = 72 / 2.54;

/**
 * The texts of drawn pages as an HTML page to print, with nothing else on it: a browser sets every script,
 * in both directions. The result is laid over the drawing.
 */
export const textLayer = (pages: readonly PdfPage[], language: string, font: string): string => {
  const isFromRight = directionOf(language) === "rtl";
  const sheets = pages.map((page, number) => {
    const texts = page.texts.map(({ at, text, style, clip }, index) => {
      const { size, bold, grey = 0, fromRight = false } = style;
      const x = fromRight ? PAPER.width - at.x : at.x;
      // The start of a text in a right-to-left language is its right edge.
      const anchor = fromRight === isFromRight ? "start" : "end";
      const id = `clip-${number}-${index}`;
      const look = `font-size="${size / POINTS_PER_CM}" font-weight="${bold ? 700 : 400}" fill="rgb(${grey * 100}% ${grey * 100}% ${grey * 100}%)"`;
      const line = `<text x="${x}" y="${at.y}" text-anchor="${anchor}" ${look}${clip ? ` clip-path="url(#${id})"` : ""}>${escapeUTF8(text)}</text>`;
      if (!clip) return line;
      return `<clipPath id="${id}"><rect x="${clip.x}" y="${clip.y}" width="${clip.width}" height="${clip.height}"/></clipPath>${line}`;
    });
    return `<svg viewBox="0 0 ${PAPER.width} ${PAPER.height}" direction="${directionOf(language)}">${texts.join("")}</svg>`;
  });
  return `<!doctype html><html lang="${language}"><meta charset="utf-8"><style>
@page{size:${PAPER.width}cm ${PAPER.height}cm;margin:0}body{margin:0;font-family:"${font}"}
svg{display:block;width:${PAPER.width}cm;height:${PAPER.height - 0.02}cm;overflow:hidden}svg+svg{break-before:page}
</style>${sheets.join("")}</html>`;
};
