import { describe, expect, it } from "vitest";
import { draftBlock } from "../../../../src/drafting/draft.ts";
import { EXAMPLE_BODY } from "../../../../src/drafting/example-body.ts";
import { distance, lengthOf, type Point } from "../../../../src/drafting/geometry.ts";
import type { Pattern } from "../../../../src/drafting/pattern.ts";
import { dxfTexts } from "../../../../src/drafting/print/dxf.ts";
import { planPrint } from "../../../../src/drafting/print/plan-print.ts";
import {
  printDxf,
  printPdf,
  printProjector,
  printSvg,
  printSvgPages,
} from "../../../../src/drafting/print/print-files.ts";
import { EVERYTHING } from "../everything.ts";
import { exampleDraft, paintBoxes, parseXml, printRequest } from "./support.ts";

const NAMES = [
  '<script>alert("1")</script>',
  "\u05d0\u05e0\u05d4 & 'O\"Neil'",
  "\\U+0041 %%d ^J {1}",
  "a\u0000b\u0007c\ud800d\nnew line",
  "x".repeat(500),
];

const skirt = exampleDraft("skirt-block");
const requestFor = (name: string) => printRequest(skirt, [name], `Skirt ${name}`);

describe("the SVG", () => {
  it("is in millimetres, in real size, with a named layer for each kind of line", () => {
    const request = requestFor("Anna");
    const elements = parseXml(printSvg(request));
    const { layout } = planPrint(request).plan;
    const [svg] = elements;
    expect(svg?.attributes.width).toMatch(/mm$/);
    expect(Number.parseFloat(svg?.attributes.width ?? "")).toBeCloseTo(layout.width * 10, 2);
    expect(svg?.attributes.viewBox?.split(" ").map(Number)[2]).toBeCloseTo(layout.width * 10, 2);
    const layers = elements.filter(
      ({ attributes }) => attributes["inkscape:groupmode"] === "layer",
    );
    expect(layers.map(({ attributes }) => attributes["inkscape:label"])).toEqual([
      "Layer cut",
      "Layer seam",
      "Layer dart",
      "Layer notch",
      "Layer grain",
      "Layer fold",
      "Layer guide",
      "Layer label",
    ]);
  });

  it.each(NAMES)("has a name as text: %j", (name) => {
    const pages = [printSvg(requestFor(name)), ...printSvgPages(requestFor(name))];
    for (const page of pages) {
      const elements = parseXml(page);
      expect(elements.filter((element) => element.name === "script")).toHaveLength(0);
    }
    const words = parseXml(pages[0] ?? "")
      .filter((element) => element.name === "text")
      .map(({ text }) => text)
      .join("");
    // biome-ignore lint/suspicious/noControlCharactersInRegex: XML cannot have them
    const kept = name.replace(/[\u0000\u0007\ud800\s]/g, "");
    expect(words.replace(/\s/g, "")).toContain(kept);
  });
});

describe("the pages to print", () => {
  it("are as large as the paper, and as many as are planned", () => {
    const request = requestFor("Anna");
    const pages = printSvgPages(request);
    expect(pages).toHaveLength(planPrint(request).pages);
    for (const page of pages) {
      const [svg] = parseXml(page);
      expect(svg?.attributes.width).toBe("210mm");
      expect(svg?.attributes.height).toBe("297mm");
    }
  });

  it("say of a garment how it is sewn, on a page before the sheets", () => {
    const request = requestFor("Anna");
    const { cover } = request.texts;
    const sewing = { heading: "How to sew it", steps: ["Sew the darts.", "Turn up the hem."] };
    const withSteps = {
      ...request,
      texts: { ...request.texts, cover: { ...cover, sewing } },
    };
    const pages = printSvgPages(withSteps);
    expect(pages).toHaveLength(planPrint(withSteps).pages);
    expect(pages).toHaveLength(planPrint(request).pages + 1);
    expect(pages[1]).toContain("How to sew it");
    expect(pages[1]).toContain("2. Turn up the hem.");
  });

  it("have the test square beside the pieces on a roll", () => {
    const request = requestFor("Anna");
    const roll = { ...request, setup: { ...request.setup, paper: "roll90" as const } };
    const pages = printSvgPages(roll);
    expect(pages).toHaveLength(1);
    expect(pages[0]).toContain('id="calibration"');
  });
});

interface DxfEntity {
  readonly kind: string;
  readonly values: Readonly<Record<number, string>>;
}

/** A DXF as its entities, by section and block. Throws for pairs that are none. */
const parseDxf = (dxf: string) => {
  const lines = dxf.split("\n");
  expect(lines.pop()).toBe("");
  expect(lines.length % 2).toBe(0);
  const blocks = new Map<string, DxfEntity[]>();
  const entities: DxfEntity[] = [];
  let current: { kind: string; values: Record<number, string> } | null = null;
  const all: { kind: string; values: Record<number, string> }[] = [];
  for (let i = 0; i < lines.length; i += 2) {
    const code = Number(lines[i]);
    if (!Number.isInteger(code)) throw new Error(`"${lines[i]}" is no code of a group`);
    const value = lines[i + 1] ?? "";
    if (code === 0) {
      current = { kind: value, values: {} };
      all.push(current);
    } else if (current) current.values[code] ??= value;
  }
  expect(all.at(-1)?.kind).toBe("EOF");
  let block: DxfEntity[] | null = null;
  for (const entity of all) {
    if (entity.kind === "BLOCK") {
      block = [];
      blocks.set(entity.values[2] ?? "", block);
    } else if (entity.kind === "ENDBLK") block = null;
    else (block ?? entities).push(entity);
  }
  return { blocks, entities };
};

const besideChord = (point: Point, from: Point, to: Point): number => {
  const [x, y] = [to.x - from.x, to.y - from.y];
  const along = ((point.x - from.x) * x + (point.y - from.y) * y) / (x * x + y * y || 1);
  const share = Math.min(1, Math.max(0, along));
  return distance(point, { x: from.x + share * x, y: from.y + share * y });
};

const decodeDxf = (text: string): string =>
  text.replace(/\\U\+([\dA-F]{4})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));

describe("the DXF", () => {
  it("has a block for each piece, with the layers of ASTM D6673", () => {
    const { blocks, entities } = parseDxf(printDxf(requestFor("Anna")));
    expect([...blocks.keys()]).toEqual(["SKIRT_BACK", "SKIRT_FRONT"]);
    const inserted = entities.filter(({ kind }) => kind === "INSERT");
    expect(inserted.map(({ values }) => values[2])).toEqual(["SKIRT_BACK", "SKIRT_FRONT"]);
    const front = blocks.get("SKIRT_FRONT") ?? [];
    const layersOf = (kind: string) =>
      new Set(front.filter((one) => one.kind === kind).map(({ values }) => values[8]));
    // Boundary, darts and guides, sew line.
    expect(layersOf("POLYLINE")).toEqual(new Set(["1", "8", "14"]));
    // Grainline and the line of the fold.
    expect(layersOf("LINE")).toEqual(new Set(["7", "6"]));
    // Turn points, curve points, notches, drill holes.
    expect(layersOf("POINT")).toEqual(new Set(["2", "3", "4", "13"]));
    expect(front.find(({ kind }) => kind === "TEXT")?.values[1]).toBe("Piece Name: skirt-front");
    expect(entities.filter(({ kind }) => kind === "TEXT").map(({ values }) => values[1])).toContain(
      "Units: METRIC",
    );
  });

  it("marks the corners of the cutting line, and its mirror line goes from boundary to boundary", () => {
    const { blocks } = parseDxf(printDxf(requestFor("Anna")));
    const front = blocks.get("SKIRT_FRONT") ?? [];
    const corners = front.filter(({ kind, values }) => kind === "POINT" && values[8] === "2");
    // Waist and hem at fold and side.
    expect(corners.length).toBe(4);
    const ys = front
      .filter(({ kind, values }) => kind === "VERTEX" && values[8] === "1")
      .filter(({ values }) => Number(values[10]) === 500)
      .map(({ values }) => Number(values[20]));
    const mirror = front.find(({ kind, values }) => kind === "LINE" && values[8] === "6")?.values;
    const ends = [Number(mirror?.[20]), Number(mirror?.[21])].sort((a, b) => a - b);
    expect(ends).toEqual([Math.min(...ys), Math.max(...ys)]);
  });

  it.each(EVERYTHING.map((block) => ({ block, id: block.id })))(
    "of $id has its points and notches on the boundary of their piece",
    ({ block }) => {
      const { pattern } = draftBlock(block, { values: EXAMPLE_BODY, options: {} });
      const { blocks } = parseDxf(printDxf(printRequest(pattern as Pattern, [])));
      for (const entities of blocks.values()) {
        const on = (kind: string, ...layers: string[]): Point[] =>
          entities
            .filter((one) => one.kind === kind && layers.includes(one.values[8] ?? ""))
            .map(({ values }) => ({ x: Number(values[10]), y: Number(values[20]) }));
        const boundary = on("VERTEX", "1");
        expect(on("POINT", "2", "3")).toEqual(boundary);
        // A chord lies up to a twentieth of a millimetre beside its curve.
        const away = on("POINT", "4").map((notch) =>
          Math.min(...boundary.map((end, i) => besideChord(notch, boundary.at(i - 1) ?? end, end))),
        );
        expect(away.filter((millimetres) => millimetres > 0.2)).toEqual([]);
        expect(on("LINE", "7")).toHaveLength(1);
      }
    },
  );

  it("has no signs of direction in Hebrew texts", () => {
    expect(dxfTexts("\u2068\u05d7\u05e6\u05d0\u2069 A")).toEqual(["\\U+05D7\\U+05E6\\U+05D0 A"]);
  });

  it("has the seam line in millimetres, as long as it is drafted", () => {
    const request = requestFor("Anna");
    const { blocks } = parseDxf(printDxf(request));
    const sewn = (blocks.get("SKIRT_BACK") ?? [])
      .filter(({ kind, values }) => kind === "VERTEX" && values[8] === "14")
      .map(({ values }) => ({ x: Number(values[10]), y: Number(values[20]) }));
    const length = sewn.reduce(
      (sum, point, i) => sum + distance(point, sewn[(i + 1) % sewn.length] ?? point),
      0,
    );
    const edges = request.pattern.pieces[0]?.edges ?? [];
    const drafted = edges
      .flatMap(({ curves }) => curves)
      .reduce((sum, curve) => sum + lengthOf(curve), 0);
    expect(length).toBeCloseTo(drafted * 10, 1);
  });

  it.each(NAMES)("has a name as text, in lines of ASCII that are not too long: %j", (name) => {
    const dxf = printDxf(requestFor(name));
    expect(dxf.split("\n").filter((line) => !/^[ -~]{0,255}$/.test(line))).toEqual([]);
    const { blocks } = parseDxf(dxf);
    const words = (blocks.get("SKIRT_BACK") ?? [])
      .filter(({ kind }) => kind === "TEXT")
      .map(({ values }) => decodeDxf(values[1] ?? ""))
      .join("");
    expect(words).toContain(name.replace(/\s+/g, " "));
  });

  it("writes what has a meaning in DXF by its number", () => {
    expect(dxfTexts("\\U+0041 50%%d^J\u05d0")).toEqual([
      "\\U+005CU+0041 50\\U+0025\\U+0025d\\U+005EJ\\U+05D0",
    ]);
  });
});

describe("the file for a projector", () => {
  it("is one page with a grid and a square to calibrate by", async () => {
    const request = requestFor("Anna");
    const bytes = await printProjector(request, paintBoxes);
    const file = Buffer.from(bytes).toString("latin1");
    expect(file.match(/\/Type \/Page\b/g)).toHaveLength(1);
    const { width, height } = planPrint(request).plan.layout;
    const [wide = 0, high = 0] = (/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(file) ?? [])
      .slice(1)
      .map((side) => (Number(side) * 2.54) / 72);
    expect(wide).toBeGreaterThan(width);
    expect(high).toBeGreaterThan(height);
    const hex = (text: string) =>
      [...text]
        .map((letter) => letter.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0"))
        .join("");
    expect(file).toContain(hex("Layer grid"));
    expect(file).toContain(hex("Layer calibration"));
  });
});

it.each(NAMES)("the PDF is written with a name of any letters: %j", async (name) => {
  const bytes = await printPdf(requestFor(name), paintBoxes);
  expect(bytes.length).toBeGreaterThan(1000);
  expect(Buffer.from(bytes).toString("latin1")).not.toContain("script>alert");
});
