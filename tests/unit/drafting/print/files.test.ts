import { expect, it } from "vitest";
import { draftBlock } from "../../../../src/drafting/draft.ts";
import { EXAMPLE_BODY } from "../../../../src/drafting/example-body.ts";
import { distance, lengthOfAll, type Point } from "../../../../src/drafting/geometry.ts";
import type { Pattern } from "../../../../src/drafting/pattern.ts";
import { dxfTexts } from "../../../../src/drafting/print/dxf.ts";
import { planPrint } from "../../../../src/drafting/print/plan-print.ts";
import {
  printDxf,
  printProjector,
  printSvg,
  printSvgPages,
} from "../../../../src/drafting/print/print-files.ts";
import { beside, closed, draftsOf, EVERYTHING } from "../drafted.ts";
import { paintBoxes, parseXml, printRequest } from "./support.ts";

const NAMES = [
  '<script>alert("1")</script>',
  "\u05d0\u05e0\u05d4 & 'O\"Neil'",
  "\\U+0041 %%d ^J {1}",
  "a\u0000b\u0007c\ud800d\nnew line",
  "x".repeat(500),
];

const skirt = draftsOf("skirt-block").pattern();
const requestFor = (name: string) => printRequest(skirt, [name], `Skirt ${name}`);
const request = requestFor("Anna");
const { layout } = planPrint(request).plan;

it("the SVG is in millimetres, in real size, with a named layer for each kind of line", () => {
  const elements = parseXml(printSvg(request));
  const { width = "", viewBox = "" } = elements[0]?.attributes ?? {};
  expect(width).toMatch(/mm$/);
  for (const size of [Number.parseFloat(width), Number(viewBox.split(" ")[2])])
    expect(size).toBeCloseTo(layout.width * 10, 2);
  const layers = elements.filter(({ attributes }) => attributes["inkscape:groupmode"] === "layer");
  expect(layers.map(({ attributes }) => attributes["inkscape:label"])).toEqual(
    ["cut", "seam", "dart", "notch", "grain", "fold", "guide", "label"].map(
      (layer) => `Layer ${layer}`,
    ),
  );
});

it.each(NAMES)("the SVG has a name as text: %j", (name) => {
  const [whole = [], ...pages] = [
    printSvg(requestFor(name)),
    ...printSvgPages(requestFor(name)),
  ].map(parseXml);
  expect([whole, ...pages].flat().filter((element) => element.name === "script")).toEqual([]);
  const words = whole.filter((element) => element.name === "text").map(({ text }) => text);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML cannot have them
  const kept = name.replace(/[\u0000\u0007\ud800\s]/g, "");
  expect(words.join("").replace(/\s/g, "")).toContain(kept);
});

it("the pages to print are as large as the paper, and as many as are planned", () => {
  const pages = printSvgPages(request);
  expect(pages).toHaveLength(planPrint(request).pages);
  for (const page of pages)
    expect(parseXml(page)[0]?.attributes).toMatchObject({ width: "210mm", height: "297mm" });
});

it("the pages to print say of a garment how it is sewn, on a page before the sheets", () => {
  const sewing = { heading: "How to sew it", steps: ["Sew the darts.", "Turn up the hem."] };
  const cover = { ...request.texts.cover, sewing };
  const withSteps = { ...request, texts: { ...request.texts, cover } };
  const pages = printSvgPages(withSteps);
  expect(pages).toHaveLength(planPrint(withSteps).pages);
  expect(pages).toHaveLength(planPrint(request).pages + 1);
  expect(pages[1]).toContain("How to sew it");
  expect(pages[1]).toContain("2. Turn up the hem.");
});

it("the pages to print have the test square beside the pieces on a roll", () => {
  const pages = printSvgPages({ ...request, setup: { ...request.setup, paper: "roll90" } });
  expect(pages).toEqual([expect.stringContaining('id="calibration"')]);
});

interface DxfEntity {
  readonly kind: string;
  readonly values: Record<number, string>;
}

/** A DXF as its entities, by section and block. Throws for pairs that are none. */
const parseDxf = (dxf: string) => {
  const lines = dxf.split("\n");
  expect([lines.pop(), lines.length % 2]).toEqual(["", 0]);
  const blocks = new Map<string, DxfEntity[]>();
  const entities: DxfEntity[] = [];
  let into = entities;
  let current: DxfEntity = { kind: "", values: {} };
  for (let i = 0; i < lines.length; i += 2) {
    const [code, value = ""] = [Number(lines[i]), lines[i + 1]];
    if (!Number.isInteger(code)) throw new Error(`"${lines[i]}" is no code of a group`);
    if (code === 0) {
      if (value === "ENDBLK") into = entities;
      current = { kind: value, values: {} };
      into.push(current);
    } else current.values[code] ??= value;
    if (code === 2 && current.kind === "BLOCK") {
      into = [];
      blocks.set(value, into);
    }
  }
  expect(current.kind).toBe("EOF");
  return { blocks, entities };
};

/** The entities of a kind on one of these layers. */
const onLayers = (all: readonly DxfEntity[] = [], kind: string, ...layers: string[]) =>
  all.filter((one) => one.kind === kind && layers.includes(one.values[8] ?? ""));
const placeOf = ({ values }: DxfEntity): Point => ({
  x: Number(values[10]),
  y: Number(values[20]),
});

const decodeDxf = (text: string): string =>
  text.replace(/\\U\+([\dA-F]{4})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));

const { blocks, entities } = parseDxf(printDxf(request));
const front = blocks.get("SKIRT_FRONT") ?? [];

it("the DXF has a block for each piece, with the layers of ASTM D6673", () => {
  expect([...blocks.keys()]).toEqual(["SKIRT_BACK", "SKIRT_FRONT"]);
  const inserted = entities.filter(({ kind }) => kind === "INSERT");
  expect(inserted.map(({ values }) => values[2])).toEqual(["SKIRT_BACK", "SKIRT_FRONT"]);
  const layersOf = (kind: string) =>
    new Set(front.filter((one) => one.kind === kind).map(({ values }) => values[8]));
  // Boundary, darts and guides, sew line.
  expect(layersOf("POLYLINE")).toEqual(new Set(["1", "8", "14"]));
  // Grainline and the line of the fold.
  expect(layersOf("LINE")).toEqual(new Set(["7", "6"]));
  // Turn points, curve points, notches, drill holes.
  expect(layersOf("POINT")).toEqual(new Set(["2", "3", "4", "13"]));
  const textsOf = (all: readonly DxfEntity[]) =>
    all.filter(({ kind }) => kind === "TEXT").map(({ values }) => values[1]);
  expect(textsOf(front)[0]).toBe("Piece Name: skirt-front");
  expect(textsOf(entities)).toContain("Units: METRIC");
});

it("the DXF marks the corners of the cutting line, and its mirror line goes from boundary to boundary", () => {
  // Waist and hem at fold and side.
  expect(onLayers(front, "POINT", "2")).toHaveLength(4);
  const onFold = onLayers(front, "VERTEX", "1").map(placeOf);
  const ys = onFold.filter(({ x }) => x === 500).map(({ y }) => y);
  const [mirror] = onLayers(front, "LINE", "6").map(({ values }) => [values[20], values[21]]);
  const ends = mirror?.map(Number).sort((a, b) => a - b);
  expect(ends).toEqual([Math.min(...ys), Math.max(...ys)]);
});

it.each(EVERYTHING)("the DXF of $id has its points and notches on the boundary", (block) => {
  const { pattern } = draftBlock(block, { values: EXAMPLE_BODY, options: {} });
  const dxf = parseDxf(printDxf(printRequest(pattern as Pattern, [])));
  for (const piece of dxf.blocks.values()) {
    const boundary = onLayers(piece, "VERTEX", "1").map(placeOf);
    expect(onLayers(piece, "POINT", "2", "3").map(placeOf)).toEqual(boundary);
    const line = closed(boundary);
    const away = onLayers(piece, "POINT", "4").map((notch) => beside(placeOf(notch), line));
    // A chord lies up to a twentieth of a millimetre beside its curve.
    expect(away.filter((millimetres) => millimetres > 0.2)).toEqual([]);
    expect(onLayers(piece, "LINE", "7")).toHaveLength(1);
  }
});

it("the DXF has the seam line in millimetres, as long as it is drafted", () => {
  const sewn = onLayers(blocks.get("SKIRT_BACK"), "VERTEX", "14").map(placeOf);
  const length = sewn.reduce(
    (sum, point, i) => sum + distance(point, sewn[(i + 1) % sewn.length] ?? point),
    0,
  );
  const curves = request.pattern.pieces[0]?.edges.flatMap((edge) => edge.curves) ?? [];
  expect(length).toBeCloseTo(lengthOfAll(curves) * 10, 1);
});

it.each(NAMES)("the DXF has a name as text, in short lines of ASCII: %j", (name) => {
  const dxf = printDxf(requestFor(name));
  expect(dxf.split("\n").filter((line) => !/^[ -~]{0,255}$/.test(line))).toEqual([]);
  const words = (parseDxf(dxf).blocks.get("SKIRT_BACK") ?? [])
    .filter(({ kind }) => kind === "TEXT")
    .map(({ values }) => decodeDxf(values[1] ?? ""));
  expect(words.join("")).toContain(name.replace(/\s+/g, " "));
});

it.each([
  [
    "what has a meaning in DXF by its number",
    "\\U+0041 50%%d^J\u05d0",
    "\\U+005CU+0041 50\\U+0025\\U+0025d\\U+005EJ\\U+05D0",
  ],
  [
    "no signs of direction in Hebrew texts",
    "\u2068\u05d7\u05e6\u05d0\u2069 A",
    "\\U+05D7\\U+05E6\\U+05D0 A",
  ],
])("the DXF has %s", (_, text, written) => {
  expect(dxfTexts(text)).toEqual([written]);
});

it("the file for a projector is one page with a grid and a square to calibrate by", async () => {
  const file = Buffer.from(await printProjector(request, paintBoxes)).toString("latin1");
  expect(file.match(/\/Type \/Page\b/g)).toHaveLength(1);
  const [wide = 0, high = 0] = (/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(file) ?? [])
    .slice(1)
    .map((side) => (Number(side) * 2.54) / 72);
  expect(wide).toBeGreaterThan(layout.width);
  expect(high).toBeGreaterThan(layout.height);
  for (const layer of ["Layer grid", "Layer calibration"])
    expect(file).toContain(Buffer.from(layer, "utf16le").swap16().toString("hex").toUpperCase());
});
