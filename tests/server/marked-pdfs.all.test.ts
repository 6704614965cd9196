import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { deflateSync } from "node:zlib";
import { degrees, type PDFArray, PDFDocument, PDFName, rgb } from "@cantoo/pdf-lib";
import { describe, expect, test } from "vitest";
import type { DrawnPage } from "../../src/contract/drawing.ts";
import { markFile } from "../../src/server/pictures/mark-file.ts";
import { markPdf } from "../../src/server/pictures/mark-pdf.ts";
import { firstPage, kindOf, pixelsOf, redLine, written } from "./support/drawn-shapes.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

const hasPoppler = spawnSync("pdftoppm", ["-v"]).error === undefined;

/** Grey pages whose paper is larger than what is shown of it. */
const greyPdf = async (...rotations: number[]): Promise<Uint8Array> => {
  const file = await PDFDocument.create();
  for (const rotation of rotations) {
    const page = file.addPage([500, 600]);
    page.setCropBox(50, 100, 400, 300);
    page.drawRectangle({ x: 0, y: 0, width: 500, height: 600, color: rgb(0.5, 0.5, 0.5) });
    page.setRotation(degrees(rotation));
  }
  return file.save();
};

/** The pixels of a page as a viewer shows it, four by four for each point. */
const shown = async (bytes: Uint8Array, page = 1) => {
  const folder = temporaryFolder();
  const [pdf, root] = [path.join(folder, "a.pdf"), path.join(folder, "page")];
  writeFileSync(pdf, bytes);
  const number = String(page);
  const options = ["-cropbox", "-r", "288", "-f", number, "-l", number, "-singlefile", "-png"];
  expect(spawnSync("pdftoppm", [...options, pdf, root]).status).toBe(0);
  return pixelsOf(readFileSync(`${root}.png`));
};

const marked = (bytes: Uint8Array, pages = firstPage([redLine(500)]), name = "a.pdf") =>
  markFile({ bytes, name }, pages, "en");
const mark = (...of: Parameters<typeof marked>): Promise<string> => kindOf(marked(...of));

describe.skipIf(!hasPoppler)("a marked PDF as a viewer shows it", () => {
  test.each([
    [0, 0, [1600, 1200]],
    [90, 0, [1200, 1600]],
    [0, 90, [1200, 1600]],
    [180, 270, [1200, 1600]],
    [-90, 90, [1600, 1200]],
  ] as const)("has the stroke in place: rotated %i, turned %i", async (rotation, turn, size) => {
    const bytes = await greyPdf(rotation);
    const before = Buffer.from(bytes);
    const copy = await marked(bytes, firstPage([redLine(2500)], turn), "task.pdf");
    expect(copy).toMatchObject({ type: "application/pdf", name: "task-marked.pdf" });
    expect(before.equals(bytes)).toBe(true);
    const { width, height, isRed, isGrey } = await shown(copy.bytes);
    expect([width, height]).toEqual(size);
    const y = width / 4;
    for (const x of [0.15, 0.5, 0.85]) expect(isRed(width * x, y)).toBe(true);
    expect(isGrey(width / 2, y + 20)).toBe(true);
    expect(isGrey(5, y)).toBe(true);
  });

  test("has texts in Latin, Greek and Hebrew at their places, and nothing around them", async () => {
    const texts = [
      written("Seam", 1000, 1000),
      written("Ραφή", 1000, 3000),
      written("תפר", 9000, 5000),
    ];
    const { isGrey } = await shown((await marked(await greyPdf(90), firstPage(texts))).bytes);
    const inkIn = (left: number, top: number) => {
      let count = 0;
      for (let x = left; x < left + 120; x += 1) {
        for (let y = top; y < top + 40; y += 1) count += isGrey(x, y) ? 0 : 1;
      }
      return count;
    };
    expect(inkIn(120, 120)).toBeGreaterThan(900);
    expect(inkIn(120, 360)).toBeGreaterThan(900);
    expect(inkIn(960, 600)).toBeGreaterThan(600);
    expect([inkIn(120, 600), inkIn(960, 120), inkIn(120, 240)]).toEqual([0, 0, 0]);
  });

  test.each([
    ["saves states and restores none", "0.24 0 0 0.24 0 0 cm q q q 2 w"],
    ["restores more states than it saves", "Q Q q Q 0.24 0 0 0.24 0 0 cm Q 2 w"],
    [
      "has the signs of states in texts, comments and pictures",
      "q 0.2 0 0 0.2 9 9 cm q % Q Q Q\nBT (Q \\) (Q) Q) Tj ET BI /W 1 /H 1 /BPC 8 /CS /G ID Q EI /Q gs",
    ],
  ])("has the stroke where it was drawn on a page that %s", async (_, operators) => {
    const file = await PDFDocument.load(await greyPdf(0));
    const [page] = file.getPages();
    const { context } = file;
    const own = context.register(context.stream(`${operators}\n`));
    page?.node.set(
      PDFName.of("Contents"),
      context.obj([(page.node.Contents() as PDFArray).get(0), own]),
    );
    const copy = await marked(await file.save(), firstPage([redLine(2000)]));
    const { isRed, isGrey } = await shown(copy.bytes);
    expect([isRed(200, 320), isRed(1400, 320)]).toEqual([true, true]);
    expect(isGrey(800, 600)).toBe(true);
  });

  test("has drawings on the pages that were drawn on, and on no other", async () => {
    const pages: DrawnPage[] = [
      { page: 3, turn: 0, shapes: [redLine(2500)] },
      { page: 2, turn: 90, shapes: [] },
    ];
    const { bytes } = await marked(await greyPdf(0, 0, 0), pages);
    expect((await shown(bytes, 3)).isRed(800, 400)).toBe(true);
    expect((await shown(bytes, 1)).isGrey(800, 400)).toBe(true);
    const second = await shown(bytes, 2);
    expect([second.width, second.height]).toEqual([1200, 1600]);
  });
});

test("a marked PDF keeps its title, its pages and their text", async () => {
  const file = await PDFDocument.create();
  file.setTitle("Measurements");
  file.addPage().drawText("Waist 72");
  file.addPage();
  const copy = await markPdf(await file.save(), firstPage([redLine(500)], 90), "en");
  const read = await PDFDocument.load(copy, { updateMetadata: false });
  expect([read.getTitle(), read.getPageCount()]).toEqual(["Measurements", 2]);
  expect(read.getPages().map((page) => page.getRotation().angle)).toEqual([90, 0]);
});

test("a PDF that opens without a password is marked, however it is encrypted; another one, or one without the page, is not", async () => {
  const encrypted = async (userPassword: string) => {
    const file = await PDFDocument.load(await greyPdf(0));
    file.encrypt({ userPassword, ownerPassword: "of the copy shop" });
    return file.save({ useObjectStreams: false });
  };
  expect(await mark(await encrypted(""))).toBe("marked");
  expect(await mark(await encrypted("of the student"))).toBe("encrypted");
  expect(await mark(await greyPdf(0), [{ page: 2, turn: 0, shapes: [] }])).toBe("no-such-page");
});

test.each([
  ["nothing", "%PDF-1.7\nnothing else"],
  [
    "pages in themselves",
    "%PDF-1.4\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n2 0 obj\n<</Type/Pages/Kids[2 0 R]/Count 1/Parent 2 0 R>>\nendobj\ntrailer<</Root 1 0 R>>\n%%EOF",
  ],
  [
    "deep lists",
    `%PDF-1.4\n1 0 obj\n${"[".repeat(100_000)}\nendobj\ntrailer<</Root 1 0 R>>\n%%EOF`,
  ],
])("a PDF that has %s is refused as damaged", async (_, text) => {
  expect(await mark(Buffer.from(text))).toBe("damaged");
});

test("a PDF that pretends to be one of gigabytes is refused before it takes the server's memory", async () => {
  const zeros = deflateSync(Buffer.alloc(300_000_000), { level: 1 });
  const head = `%PDF-1.5\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n3 0 obj\n<</Type/ObjStm/N 1/First 5/Filter/FlateDecode/Length ${zeros.length}>>\nstream\n`;
  const tail = "\nendstream\nendobj\ntrailer<</Root 1 0 R>>\n%%EOF";
  const bytes = Buffer.concat([Buffer.from(head), zeros, Buffer.from(tail)]);
  expect(await mark(bytes)).toBe("too-large");
});

test("a PDF that takes too long is given up, and the server goes on", async () => {
  const limits = { megabytes: 192, seconds: 0.001 };
  expect(await kindOf(markPdf(await greyPdf(0), firstPage([]), "en", limits))).toBe("too-slow");
  expect(await mark(await greyPdf(0))).toBe("marked");
});
