import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { printPdf } from "../../../../src/drafting/print/print-files.ts";
import { exampleDraft, paintBoxes, printRequest } from "./support.ts";

/** Another program's reader of PDF: Debian's poppler-utils. */
const hasPoppler = spawnSync("pdftotext", ["-v"]).error === undefined;
const WORDS = "Skirt <script> 12.5 cm \u05d0\u05e0\u05d4 \u05d1";

it.skipIf(!hasPoppler)(
  "a printed skirt has texts that are found and copied, in the order in which they are read (it needs poppler-utils)",
  async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "print-"));
    const file = path.join(folder, "print.pdf");
    const request = printRequest(exampleDraft("skirt-block"), [], WORDS);
    writeFileSync(file, await printPdf(request, paintBoxes));
    const text = execFileSync("pdftotext", [file, "-"]).toString();
    // Marks of direction are poppler's own.
    const plain = text.replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "");
    expect(plain).toContain(WORDS);
    expect(execFileSync("pdfinfo", [file]).toString()).toContain("<script>");
    rmSync(folder, { recursive: true });
  },
);
