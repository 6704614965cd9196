import { deflateSync } from "node:zlib";
import {
  degrees,
  drawObject,
  ParseSpeeds,
  type PDFContext,
  PDFDocument,
  type PDFPage,
  PDFRawStream,
  type PDFRef,
  popGraphicsState,
  pushGraphicsState,
} from "@cantoo/pdf-lib";
import type { DrawnPage } from "../../contract/drawing.ts";
import {
  drawingSvg,
  HALO_WIDTH,
  INK_COLOURS,
  LINE_WIDTH,
  type Mark,
  marksOf,
} from "../../domain/drawing.ts";
import { LINE_HEIGHT } from "../../domain/drawing-text.ts";
import { lengthFormat } from "../../domain/drawn-length.ts";
import { DRAWING_WIDTH } from "../../lib/drawing-width.ts";
import { closeStates } from "./close-states.ts";
import { loadFont } from "./load-font.ts";
import { loadSharp } from "./load-sharp.ts";
import { MarkError } from "./mark-error.ts";

/** Where a page's drawing lies on the page. */
interface PageBox {
  /** The page as it is turned, in units of a drawing. */
  readonly width: number;
  readonly height: number;
  /** The matrix from units of the drawing to the page's own space. */
  readonly matrix: readonly [number, number, number, number, number, number];
}

interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** What of the page is shown: the part of its crop box on its paper, as viewers do it. */
const visible = (page: PDFPage): Rectangle => {
  const paper = page.getMediaBox();
  const crop = page.getCropBox();
  const x = Math.max(paper.x, crop.x);
  const y = Math.max(paper.y, crop.y);
  const width = Math.min(paper.x + paper.width, crop.x + crop.width) - x;
  const height = Math.min(paper.y + paper.height, crop.y + crop.height) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : paper;
};

/** The page's own rotation clockwise: 0, 90, 180 or 270. Others count as none, as in viewers. */
const rotationOf = (page: PDFPage): number => {
  const { angle } = page.getRotation();
  return angle % 90 === 0 ? ((angle % 360) + 360) % 360 : 0;
};

/** @param turn clockwise, in degrees, as the page is to be shown: its own rotation included */
const pageBox = (page: PDFPage, turn: number): PageBox => {
  const { x, y, width, height } = visible(page);
  const [shownWidth, shownHeight] = turn % 180 === 0 ? [width, height] : [height, width];
  const s = shownWidth / DRAWING_WIDTH;
  const size = { width: DRAWING_WIDTH, height: shownHeight / s };
  // The drawing's y goes down, that of a page goes up.
  switch (turn) {
    case 90:
      return { ...size, matrix: [0, s, s, 0, x, y] };
    case 180:
      return { ...size, matrix: [-s, 0, 0, s, x + width, y] };
    case 270:
      return { ...size, matrix: [0, -s, -s, 0, x + width, y + height] };
    default:
      return { ...size, matrix: [s, 0, 0, -s, x, y + height] };
  }
};

/**
 * The operators of a PDF for SVG path data that has only M, L, Q and Z. A PDF knows cubic curves alone,
 * so quadratic ones are written as such.
 */
const pdfPath = (path: string): string => {
  let [x, y] = [0, 0];
  const operators: string[] = [];
  for (const [, command = "", rest = ""] of path.matchAll(/([MLQZ])([-\d ]*)/g)) {
    const [a = 0, b = 0, c = 0, d = 0] = rest.trim().split(" ").map(Number);
    if (command === "Z") {
      operators.push("h");
    } else if (command === "Q") {
      const controls = [x + (2 / 3) * (a - x), y + (2 / 3) * (b - y)];
      controls.push(c + (2 / 3) * (a - c), d + (2 / 3) * (b - d));
      operators.push(`${controls.map((each) => each.toFixed(1)).join(" ")} ${c} ${d} c`);
      [x, y] = [c, d];
    } else {
      operators.push(`${a} ${b} ${command === "M" ? "m" : "l"}`);
      [x, y] = [a, b];
    }
  }
  return operators.join("\n");
};

/** The pixels of texts: 240 to the inch on A4. */
const PIXELS_PER_UNIT = 0.2;
/** A page may be far higher than wide. */
const MAX_PIXELS_HIGH = 6000;
/** The pixels of the texts of all pages: seven sheets of A4. With more pages, the texts are less sharp. */
const MAX_PIXELS = 40_000_000;

const colourOf = (hex: string): string =>
  [1, 3, 5].map((at) => (Number.parseInt(hex.slice(at, at + 2), 16) / 255).toFixed(3)).join(" ");

/** Lines and, below them, their white edges as vectors. */
const lineOperators = (marks: readonly Mark[]): string =>
  marks
    .map(({ ink, paths, lines = [] }) => {
      const areas = paths.map(pdfPath);
      const edges = areas.map((area) => `${area}\nS`);
      const colour = colourOf(INK_COLOURS[ink]);
      const strokes = (width: number) => [
        `${width} w`,
        ...lines.map((line) => `${pdfPath(line)}\nS`),
      ];
      const pen = [
        "q 1 J",
        ...strokes(LINE_WIDTH + 2 * HALO_WIDTH),
        `${colour} RG`,
        ...strokes(LINE_WIDTH),
        "Q",
      ];
      return [
        ...(lines.length > 0 ? pen : []),
        ...edges,
        `${colour} rg`,
        ...areas.map((area) => `${area}\nf`),
      ].join("\n");
    })
    .join("\n");

/** Splits pixels into the image of a PDF and the mask with its opacity. */
const imageOf = (
  context: PDFContext,
  rgba: Uint8Array,
  { width, height }: { width: number; height: number },
): PDFRef => {
  const rgb = new Uint8Array(width * height * 3);
  const alpha = new Uint8Array(width * height);
  for (let pixel = 0, from = 0, to = 0; pixel < alpha.length; pixel += 1, from += 4, to += 3) {
    alpha[pixel] = rgba[from + 3] ?? 0;
    // What nobody sees stays zero, which makes the file smaller.
    if (alpha[pixel] === 0) continue;
    rgb[to] = rgba[from] ?? 0;
    rgb[to + 1] = rgba[from + 1] ?? 0;
    rgb[to + 2] = rgba[from + 2] ?? 0;
  }
  const register = (pixels: Uint8Array, colours: string, mask: Record<string, PDFRef>) =>
    context.register(
      PDFRawStream.of(
        context.obj({
          Type: "XObject",
          Subtype: "Image",
          Width: width,
          Height: height,
          ColorSpace: colours,
          BitsPerComponent: 8,
          Filter: "FlateDecode",
          ...mask,
        }),
        deflateSync(pixels),
      ),
    );
  return register(rgb, "DeviceRGB", { SMask: register(alpha, "DeviceGray", {}) });
};

/** The texts of a page as one picture: a PDF would need the fonts, and the shaping of all scripts. */
const textsOf = async (
  context: PDFContext,
  marks: readonly Mark[],
  box: PageBox,
  maxPixels: number,
) => {
  const captions = marks.flatMap(({ caption }) => caption ?? []);
  if (captions.length === 0) return null;
  const edges = captions.flatMap(({ y, lines }) => [
    y - LINE_HEIGHT,
    y + lines.length * LINE_HEIGHT,
  ]);
  const top = Math.floor(Math.max(0, Math.min(...edges)));
  const high = Math.ceil(Math.min(box.height, Math.max(...edges))) - top;
  if (high <= 0) return null;
  const most = Math.sqrt(maxPixels / (box.width * high));
  const scale = Math.min(PIXELS_PER_UNIT, MAX_PIXELS_HIGH / high, most);
  const size = { width: Math.ceil(box.width * scale), height: Math.ceil(high * scale) };
  const sharp = await loadSharp();
  await loadFont();
  const texts = marks.map((mark) => ({ ...mark, paths: [], lines: [] }));
  const rgba = await sharp(Buffer.from(drawingSvg(texts, size, top)))
    .ensureAlpha()
    .raw()
    .toBuffer();
  // From pixels to units: the picture may be a fraction of a pixel higher than its texts.
  const unitsHigh = (box.width * size.height) / size.width;
  return {
    image: imageOf(context, rgba, size),
    place: `${box.width} 0 0 ${-unitsHigh} 0 ${top + unitsHigh}`,
  };
};

const drawOnPage = async (
  page: PDFPage,
  { turn, shapes, unit }: DrawnPage,
  language: string,
  maxPixels: number,
): Promise<void> => {
  const { context } = page.doc;
  const shown = (rotationOf(page) + turn) % 360;
  const box = pageBox(page, shown);
  if (turn !== 0) page.setRotation(degrees(shown));
  if (shapes.length === 0) return;
  closeStates(page);
  const marks = marksOf({ shapes }, lengthFormat(language, unit));
  const texts = await textsOf(context, marks, box, maxPixels);
  const operators = [
    `1 1 1 RG\n${2 * HALO_WIDTH} w\n1 j`,
    lineOperators(marks),
    texts ? `q\n${texts.place} cm\n/T Do\nQ` : "",
  ].join("\n");
  const form = context.flateStream(operators, {
    Type: "XObject",
    Subtype: "Form",
    BBox: [0, 0, box.width, box.height],
    Matrix: [...box.matrix],
    Resources: texts ? { XObject: { T: texts.image } } : {},
  });
  const name = page.node.newXObject("Drawing", context.register(form));
  page.pushOperators(pushGraphicsState(), drawObject(name), popGraphicsState());
};

const load = async (bytes: Uint8Array): Promise<PDFDocument> => {
  // Many PDFs are encrypted only so that nobody edits them, and open without a password.
  const options = { updateMetadata: false, parseSpeed: ParseSpeeds.Fastest, password: "" };
  try {
    return await PDFDocument.load(bytes, options);
  } catch (reason) {
    const message = reason instanceof Error ? reason.message : String(reason);
    throw new MarkError(/password|encrypt/i.test(message) ? "encrypted" : "damaged", message);
  }
};

/**
 * Puts drawings on the pages of a PDF, and turns them as the drawings say.
 * @throws MarkError
 */
export const drawOnPdf = async (
  bytes: Uint8Array,
  pages: readonly DrawnPage[],
  language: string,
): Promise<Uint8Array> => {
  const file = await load(bytes);
  try {
    const all = file.getPages();
    for (const drawn of pages) {
      const page = all[drawn.page - 1];
      if (!page) throw new MarkError("no-such-page");
      await drawOnPage(page, drawn, language, MAX_PIXELS / pages.length);
    }
    return await file.save({ rewrite: true, updateFieldAppearances: false, addDefaultPage: false });
  } catch (reason) {
    if (reason instanceof MarkError) throw reason;
    throw new MarkError("damaged", reason instanceof Error ? reason.message : String(reason));
  }
};
