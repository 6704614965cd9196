import type { TextBitmap, TextLook } from "../../lib/paint-text.ts";
import type { Text } from "./drawing.ts";
import { type PdfObjects, pdfNumber, type Ref } from "./pdf-objects.ts";
import { visualOrder } from "./visual-order.ts";

/**
 * Paints a line of text. A browser sets every script and direction; a file with its pixels needs no font.
 * @returns null for a text without ink
 */
export type PaintText = (
  text: string,
  look: TextLook,
) => TextBitmap | null | Promise<TextBitmap | null>;

/** 400 to the inch: letters are sharp in print, and files small. */
const PIXELS_PER_CM = 400 / 2.54;
const POINTS_PER_CM = 72 / 2.54;
/** A canvas of more pixels fails in some browsers. */
const MOST_PIXELS = 12_000;
const CODES = 250;
/** The width of each letter of the invisible font, as a part of its height. */
const LETTER = 0.5;

interface Painted {
  readonly bitmap: TextBitmap;
  readonly pixelsPerCm: number;
  readonly image: Ref;
  readonly name: string;
}

export interface PdfTexts {
  /**
   * The operators that show a text, and its invisible letters beneath, by which it is found, copied and
   * read aloud.
   * @param isReadHere whether the letters are on this page, too
   */
  operators(text: Text, x: number, y: number, isReadHere: boolean): Promise<string>;
  /** The entries for the resources of all pages. */
  resources(): Promise<string>;
}

const hex = (value: number, digits: number): string =>
  value.toString(16).toUpperCase().padStart(digits, "0");

const utf16 = (character: string): string =>
  [...Array(character.length).keys()].map((i) => hex(character.charCodeAt(i), 4)).join("");

/** Which letter each code of a font stands for. */
const unicodeMap = (characters: readonly string[]): string => {
  const blocks: string[] = [];
  for (let i = 0; i < characters.length; i += 100) {
    const part = characters.slice(i, i + 100);
    const lines = part.map((character, k) => `<${hex(i + k, 2)}> <${utf16(character)}>`);
    blocks.push(`${part.length} beginbfchar\n${lines.join("\n")}\nendbfchar`);
  }
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CMapName /Letters def
/CMapType 2 def
1 begincodespacerange
<00> <FF>
endcodespacerange
${blocks.join("\n")}
endcmap
CMapName currentdict /CMap defineresource pop
end
end`;
};

/** The texts of a file: each painted once, and a font of empty letters. */
export const createPdfTexts = (
  objects: PdfObjects,
  paint: PaintText,
  isRightToLeft: boolean,
): PdfTexts => {
  const painted = new Map<string, Painted | null>();
  /** By letter: its place among all letters. */
  const letters = new Map<string, number>();

  const paintOnce = async ({ text, size, isBold = false }: Text): Promise<Painted | null> => {
    if (!text.trim()) return null;
    const key = JSON.stringify([text, size, isBold]);
    const known = painted.get(key);
    if (known !== undefined) return known;
    const most = MOST_PIXELS / Math.max(1, [...text].length);
    const pixels = Math.max(4, Math.round(Math.min(size * PIXELS_PER_CM, most)));
    const bitmap = await paint(text, { pixels, isBold, isRightToLeft });
    if (!bitmap) {
      painted.set(key, null);
      return null;
    }
    const { width, height, bits } = bitmap;
    const image = await objects.addStream(
      `/Type /XObject /Subtype /Image /ImageMask true /Width ${width} /Height ${height} /BitsPerComponent 1 /Decode [1 0]`,
      bits,
    );
    const result = { bitmap, pixelsPerCm: pixels / size, image, name: `T${painted.size}` };
    painted.set(key, result);
    return result;
  };

  /** The letters as runs of one font each: a font has 256 codes. */
  const runsOf = (characters: readonly string[]): { font: number; codes: string }[] => {
    const runs: { font: number; codes: string }[] = [];
    for (const character of characters) {
      const index = letters.get(character) ?? letters.size;
      letters.set(character, index);
      const font = Math.floor(index / CODES);
      const code = hex(index % CODES, 2);
      const last = runs.at(-1);
      if (last?.font === font) last.codes += code;
      else runs.push({ font, codes: code });
    }
    return runs;
  };

  return {
    async operators(text, x, y, isReadHere) {
      const found = await paintOnce(text);
      if (!found) return "";
      const { bitmap, pixelsPerCm, name } = found;
      const points = POINTS_PER_CM / pixelsPerCm;
      const radians = ((text.turn ?? 0) * Math.PI) / 180;
      // PDF measures angles against the clock.
      const [cos, sin] = [Math.cos(radians), -Math.sin(radians)];
      const length = bitmap.advance * points;
      const shift = { left: 0, middle: length / 2, right: length }[text.anchor];
      const place = (along: number, up: number): string =>
        `${pdfNumber(x + along * cos - up * sin)} ${pdfNumber(y + along * sin + up * cos)}`;
      const [wide, high] = [bitmap.width * points, bitmap.height * points];
      const corner = place(
        bitmap.left * points - shift,
        (bitmap.baseline - bitmap.height) * points,
      );
      const matrix = [wide * cos, wide * sin, -high * sin, high * cos].map(pdfNumber).join(" ");
      const image = `q\n${matrix} ${corner} cm\n/${name} Do\nQ\n`;
      if (!isReadHere) return image;
      const characters = await visualOrder(text.text, isRightToLeft);
      const size = text.size * POINTS_PER_CM;
      const scale = (length / (characters.length * LETTER * size)) * 100;
      const turn = [cos, sin, -sin, cos].map(pdfNumber).join(" ");
      const shown = runsOf(characters).map(
        ({ font, codes }) => `/F${font} ${pdfNumber(size)} Tf <${codes}> Tj`,
      );
      return `${image}BT 3 Tr ${pdfNumber(scale)} Tz ${turn} ${place(-shift, 0)} Tm ${shown.join(" ")} ET\n`;
    },
    async resources() {
      const all = [...letters.keys()];
      const fonts: string[] = [];
      if (all.length > 0) {
        const glyph = await objects.addStream("", `${LETTER * 1000} 0 d0`);
        for (let font = 0; font * CODES < all.length; font++) {
          const own = all.slice(font * CODES, (font + 1) * CODES);
          const map = await objects.addStream("", unicodeMap(own));
          const names = own.map(() => "/g").join(" ");
          const widths = own.map(() => LETTER * 1000).join(" ");
          const ref = objects.add(
            `<< /Type /Font /Subtype /Type3 /Name /F${font} /FontBBox [0 -200 ${LETTER * 1000} 800] /FontMatrix [0.001 0 0 0.001 0 0] /CharProcs << /g ${glyph} 0 R >> /Encoding << /Type /Encoding /Differences [0 ${names}] >> /FirstChar 0 /LastChar ${own.length - 1} /Widths [${widths}] /Resources << >> /ToUnicode ${map} 0 R >>`,
          );
          fonts.push(`/F${font} ${ref} 0 R`);
        }
      }
      const images = [...painted.values()].flatMap((one) =>
        one ? [`/${one.name} ${one.image} 0 R`] : [],
      );
      return `/Font << ${fonts.join(" ")} >> /XObject << ${images.join(" ")} >>`;
    },
  };
};
