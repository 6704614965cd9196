import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { withoutAllowance } from "../../../../src/drafting/print/draw-piece.ts";
import { type PrintRequest, planPrint } from "../../../../src/drafting/print/plan-print.ts";
import { printPdf } from "../../../../src/drafting/print/print-files.ts";
import { A4, exampleDraft, paintBoxes, printRequest } from "./support.ts";

/** Another program's reader of PDF: Debian's poppler-utils. */
const hasPoppler = spawnSync("pdftoppm", ["-v"]).error === undefined;
const TITLE = "it needs pdftoppm and pdftotext (poppler-utils)";

/** 100 pixels are a centimetre. */
const DPI = 254;
const PIXELS_PER_CM = 100;

const requestFor = (paper: (typeof A4)["paper"]): PrintRequest => {
  const pattern = exampleDraft("skirt-block");
  const pieces = pattern.pieces.map((piece) => ({
    ...withoutAllowance(piece),
    darts: [],
    guides: [],
    notches: [],
    cut: { ...piece.cut, onFold: false },
  }));
  const request = printRequest(
    { ...pattern, pieces },
    [],
    "Skirt <script> 12.5 cm \u05d0\u05e0\u05d4 \u05d1",
  );
  const blank = { name: "", lines: [], fold: "", grain: "" };
  return {
    ...request,
    setup: { ...A4, paper },
    texts: {
      ...request.texts,
      pieces: Object.fromEntries(pieces.map(({ name }) => [name, blank])),
      cover: { ...request.texts.cover, facts: [], steps: [] },
    },
  };
};

/** A page as grey pixels. */
const readPgm = (bytes: Buffer) => {
  const head = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(bytes.subarray(0, 64).toString("latin1"));
  if (!head) throw new Error("pdftoppm gave no grey picture");
  const width = Number(head[1]);
  const pixels = bytes.subarray(head[0].length);
  /** The middles of dark runs of a row. */
  const row = (y: number): number[] => {
    const isDark = (x: number): boolean => x < width && (pixels[y * width + x] ?? 255) < 128;
    const found: number[] = [];
    for (let x = 0; x < width; x++) {
      const from = x;
      while (isDark(x)) x++;
      if (x > from) found.push((from + x - 1) / 2);
    }
    return found;
  };
  return { width, row };
};

describe.skipIf(!hasPoppler)(`a printed skirt, as poppler shows it (${TITLE})`, () => {
  const folder = mkdtempSync(path.join(tmpdir(), "print-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  const write = async (request: PrintRequest): Promise<string> => {
    const file = path.join(folder, "print.pdf");
    writeFileSync(file, await printPdf(request, paintBoxes));
    return file;
  };

  it("has hips as wide as body and ease, within half a millimetre", async () => {
    const request = requestFor("roll36in");
    const { plan } = planPrint(request);
    const options = ["-gray", "-r", String(DPI), "-singlefile", await write(request)];
    execFileSync("pdftoppm", [...options, path.join(folder, "page")]);
    const page = readPgm(readFileSync(path.join(folder, "page.pgm")));
    const back = plan.layout.placements.find(({ name }) => name === "skirt-back");
    if (!back) throw new Error("the skirt has no back");
    // Near the hem, where nothing but the two sides of each piece is drawn.
    const lines = page.row(Math.round((1 + back.y + 58) * PIXELS_PER_CM));
    const [a = 0, b = 0, c = 0, d = 0] = lines;
    // The body's hips and 4 cm of ease; half of them is drawn.
    const { halfHip = 0 } = request.pattern.numbers;
    const halfWidth = (b - a + d - c) / PIXELS_PER_CM;
    expect(Math.abs(halfWidth - halfHip)).toBeLessThanOrEqual(0.05);
    expect(Math.abs(page.width - 36 * 2.54 * PIXELS_PER_CM)).toBeLessThanOrEqual(1);
  });

  it("has texts that are found and copied, in the order in which they are read", async () => {
    const file = await write(requestFor("a4"));
    const text = execFileSync("pdftotext", [file, "-"]).toString();
    // Marks of direction are poppler's own.
    const plain = text.replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "");
    expect(plain).toContain("Skirt <script> 12.5 cm \u05d0\u05e0\u05d4 \u05d1");
    expect(execFileSync("pdfinfo", [file]).toString()).toContain("<script>");
  });
});
