/**
 * Writes drawings in their real size as a PDF: lines, and texts that were painted elsewhere. A library
 * that does this takes a browser more than 160 kB; the files need a page, lines, curves and layers.
 */

import {
  type Box,
  boxOf,
  type Drawing,
  isCurve,
  LAYERS,
  type LayerName,
  type Line,
  type LineStyle,
  type Styles,
  type Text,
} from "./drawing.ts";
import { createPdfObjects, pdfNumber, pdfString } from "./pdf-objects.ts";
import { createPdfTexts, type PaintText, type PdfTexts } from "./pdf-texts.ts";

/** PDF's own unit is 1/72 inch. */
const POINTS_PER_CM = 72 / 2.54;

/** A drawing on a page; nothing of it is shown outside the box. */
interface Part {
  readonly drawing: Drawing;
  readonly clip?: Box;
}

/** A page, in centimetres. */
export interface Page {
  readonly width: number;
  readonly height: number;
  readonly parts: readonly Part[];
}

/** What pages are written with, whatever the format. */
export interface PageOptions {
  readonly title: string;
  readonly language: string;
  readonly isRightToLeft: boolean;
  /** The names of the layers, which a reader shows to the person. */
  readonly layers: Readonly<Record<LayerName, string>>;
  readonly styles: Styles;
}

export interface PdfOptions extends PageOptions {
  readonly paint: PaintText;
  /** Absent: true. */
  readonly isCompressed?: boolean;
}

/** PDF measures from the lower edge. */
const createPoint =
  (height: number) =>
  ({ x, y }: { x: number; y: number }): string =>
    `${pdfNumber(x * POINTS_PER_CM)} ${pdfNumber((height - y) * POINTS_PER_CM)}`;

const look = ({ width, colour, dash = [] }: LineStyle): string => {
  const rgb = colour.map((value) => pdfNumber(value / 255)).join(" ");
  const dashes = dash.map((length) => pdfNumber(length * POINTS_PER_CM)).join(" ");
  return `${pdfNumber(width * POINTS_PER_CM)} w ${rgb} RG ${rgb} rg [${dashes}] 0 d\n`;
};

const pathOf = (
  { start, steps, isClosed }: Line,
  point: ReturnType<typeof createPoint>,
): string => {
  const parts = steps.map((step) =>
    isCurve(step) ? `${step.map(point).join(" ")} c` : `${point(step)} l`,
  );
  return `${point(start)} m\n${parts.join("\n")}\n${isClosed ? "s" : "S"}\n`;
};

const touches = (box: Box, clip: Box | undefined): boolean =>
  !clip ||
  (box.x <= clip.x + clip.width &&
    box.x + box.width >= clip.x &&
    box.y <= clip.y + clip.height &&
    box.y + box.height >= clip.y);

/** About the room that a text takes, in whichever direction it is turned. */
const roomOf = ({ at: { x, y }, text, size }: Text): Box => {
  const reach = [...text].length * size;
  return { x: x - reach, y: y - reach, width: 2 * reach, height: 2 * reach };
};

const contentOf = async (
  { height, parts }: Page,
  texts: PdfTexts,
  styles: Styles,
): Promise<string> => {
  const point = createPoint(height);
  // Round ends and corners, so that sharp ones of darts do not stick out.
  let content = "1 J 1 j\n";
  for (const { drawing, clip } of parts) {
    content += "q\n";
    if (clip) {
      const corner = point({ x: clip.x, y: clip.y + clip.height });
      const size = `${pdfNumber(clip.width * POINTS_PER_CM)} ${pdfNumber(clip.height * POINTS_PER_CM)}`;
      content += `${corner} ${size} re W n\n`;
    }
    for (const layer of LAYERS) {
      const lines = drawing.lines.filter(
        (line) => line.layer === layer && touches(boxOf([line.start, ...line.steps.flat()]), clip),
      );
      const own = drawing.texts.filter(
        (text) => text.layer === layer && touches(roomOf(text), clip),
      );
      if (lines.length === 0 && own.length === 0) continue;
      content += `/OC /${layer} BDC\n${look(styles[layer])}`;
      for (const line of lines) content += pathOf(line, point);
      for (const text of own) {
        const isReadHere = touches({ ...text.at, width: 0, height: 0 }, clip);
        const [x = 0, y = 0] = point(text.at).split(" ").map(Number);
        content += await texts.operators(text, x, y, isReadHere);
      }
      content += "EMC\n";
    }
    content += "Q\n";
  }
  return content;
};

/**
 * Writes a PDF. It asks to be printed without scaling. The same pages and painter always result in the
 * same bytes.
 */
export const writePdf = async (
  pages: readonly Page[],
  { title, language, isRightToLeft, layers, styles, paint, isCompressed = true }: PdfOptions,
): Promise<Uint8Array<ArrayBuffer>> => {
  const objects = createPdfObjects(isCompressed);
  const texts = createPdfTexts(objects, paint, isRightToLeft);
  const catalog = objects.reserve();
  const tree = objects.reserve();
  const resources = objects.reserve();
  const used = LAYERS.filter((layer) =>
    pages.some(({ parts }) =>
      parts.some(({ drawing }) =>
        [...drawing.lines, ...drawing.texts].some((one) => one.layer === layer),
      ),
    ),
  );
  const groups = used.map((layer) => ({
    layer,
    ref: objects.add(`<< /Type /OCG /Name ${pdfString(layers[layer])} >>`),
  }));
  const refs: string[] = [];
  for (const page of pages) {
    const content = await objects.addStream("", await contentOf(page, texts, styles));
    const size = [page.width, page.height].map((side) => pdfNumber(side * POINTS_PER_CM)).join(" ");
    const ref = objects.add(
      `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 ${size}] /Resources ${resources} 0 R /Contents ${content} 0 R >>`,
    );
    refs.push(`${ref} 0 R`);
  }
  const properties = groups.map(({ layer, ref }) => `/${layer} ${ref} 0 R`).join(" ");
  const listed = groups.map(({ ref }) => `${ref} 0 R`).join(" ");
  objects.write(resources, `<< ${await texts.resources()} /Properties << ${properties} >> >>`);
  objects.write(tree, `<< /Type /Pages /Kids [${refs.join(" ")}] /Count ${refs.length} >>`);
  objects.write(
    catalog,
    `<< /Type /Catalog /Pages ${tree} 0 R /Lang ${pdfString(language)} /ViewerPreferences << /PrintScaling /None /DisplayDocTitle true >> /OCProperties << /OCGs [${listed}] /D << /Order [${listed}] /ON [${listed}] >> >> >>`,
  );
  return objects.end(catalog, objects.add(`<< /Title ${pdfString(title)} >>`));
};
