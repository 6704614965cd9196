/**
 * Prints the measurement sheet, the skirt block's sheet and the instructions of assignments of the demo
 * school in each of its languages: `node scripts/figures/sheets.ts`. A Chromium lays them out, and paints
 * the texts of the skirt block, so another version of it results in different bytes.
 */
import { writeFileSync } from "node:fs";
import { PDFDocument } from "@cantoo/pdf-lib";
import type { Page } from "playwright";
import type { PaintText } from "../../src/drafting/print/pdf-texts.ts";
import { paintText, type TextBitmap } from "../../src/lib/paint-text.ts";
import { launchChromium } from "../browser/launch-chromium.ts";
import { measurementSheet } from "./measurement-sheet.ts";
import { SHEET_LANGUAGES } from "./sheet-words.ts";
import { skirtSheet } from "./skirt-sheet.ts";
import dartMoves from "./tasks/dart-moves.json" with { type: "json" };
import fit from "./tasks/fit.json" with { type: "json" };
import skirtOwn from "./tasks/skirt-own.json" with { type: "json" };
import { taskSheet } from "./tasks/task-sheet.ts";

/** The font of the sheets. Its licence allows embedding: resources/demo-school/fonts-licence.txt. */
const FONT = "DejaVu Sans";
const PRODUCT = new URL("../../resources/demo-school/PM/", import.meta.url);

/** Fails if the machine lacks the font: another one would be embedded, whatever its licence. */
const verifyFont = async (page: Page): Promise<void> => {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send("DOM.enable");
  await devTools.send("CSS.enable");
  const { root } = await devTools.send("DOM.getDocument");
  const { nodeId } = await devTools.send("DOM.querySelector", {
    nodeId: root.nodeId,
    selector: "body",
  });
  const { fonts } = await devTools.send("CSS.getPlatformFontsForNode", { nodeId });
  const other = fonts.find(({ familyName }) => familyName !== FONT);
  if (other) throw new Error(`${FONT} is not installed: ${other.familyName} would be embedded.`);
};

const print = async (page: Page, html: string, pages: number): Promise<Uint8Array> => {
  await page.setContent(html);
  await verifyFont(page);
  const printed = await page.pdf({ preferCSSPageSize: true, printBackground: true, tagged: true });
  const file = await PDFDocument.load(printed, { updateMetadata: false });
  if (file.getPageCount() !== pages) throw new Error("A sheet needs a second page.");
  // Without the date, and the name of the browser.
  file.context.trailerInfo.Info = undefined;
  file.setTitle(await page.title(), { showInWindowTitleBar: true });
  // Otherwise the changes would follow after all that was printed.
  return file.save({ rewrite: true });
};

await using browser = await launchChromium();
const page = await browser.newPage();
for (const language of SHEET_LANGUAGES) {
  const suffix = language === "en" ? "" : `.${language}`;
  const file = new URL(`assets/measurement-sheet${suffix}.pdf`, PRODUCT);
  writeFileSync(file, await print(page, measurementSheet([language]), 1));
}
const paint: PaintText = async (text, look) => {
  const given = [text, look, FONT].map((value) => JSON.stringify(value)).join(", ");
  const painted = await page.evaluate<(Omit<TextBitmap, "bits"> & { bits: number[] }) | null>(
    `(() => {
      const painted = (${String(paintText)})(${given});
      return painted && { ...painted, bits: [...painted.bits] };
    })()`,
  );
  return painted && { ...painted, bits: new Uint8Array(painted.bits) };
};
for (const language of SHEET_LANGUAGES) {
  const suffix = language === "en" ? "" : `.${language}`;
  const file = new URL(`assets/skirt-block${suffix}.pdf`, PRODUCT);
  writeFileSync(file, await skirtSheet(language, paint));
}
// An assignment has one file for everybody, with a page for each language.
const sheets = {
  "measurement-sheet": measurementSheet(SHEET_LANGUAGES),
  "dart-moves-task": taskSheet(dartMoves),
  "fit-task": taskSheet(fit),
  "skirt-own-task": taskSheet(skirtOwn),
};
for (const [name, html] of Object.entries(sheets)) {
  const file = new URL(`assignments/${name}.pdf`, PRODUCT);
  writeFileSync(file, await print(page, html, SHEET_LANGUAGES.length));
}
