import { Readable } from "node:stream";
import { configure, ZipWriter } from "@zip.js/zip.js";
import { stringify } from "csv-stringify";
import { beginsFormula, looksQuoted, quoteFormulas } from "./formula-text.ts";
import type { Cell, TableFormat, TableSeparator } from "./table-format.ts";
import { escapeCell } from "./xml-events.ts";

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const TYPES = "http://schemas.openxmlformats.org/package/2006/content-types";
const SHEET = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/** The parts of every workbook, besides its sheet. */
const PARTS: Readonly<Record<string, string>> = {
  "[Content_Types].xml": `<Types xmlns="${TYPES}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${SHEET}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${SHEET}.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${SHEET}.worksheet+xml"/></Types>`,
  "_rels/.rels": `<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  "xl/workbook.xml": `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  // The second style is for titles; the third keeps text as text when somebody edits it.
  "xl/styles.xml": `<styleSheet xmlns="${MAIN}"><fonts count="2"><font/><font><b/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf xfId="0"/><xf fontId="1" applyFont="1" xfId="0"/><xf quotePrefix="1" xfId="0"/></cellXfs></styleSheet>`,
};

const TITLE_STYLE = 1;
const QUOTED_STYLE = 2;

/** The letters of a column from 0 on, such as `AB` for 27. */
const lettersOf = (column: number): string =>
  (column >= 26 ? lettersOf(Math.floor(column / 26) - 1) : "") +
  String.fromCharCode(65 + (column % 26));

const textCell = (place: string, text: string, style: number): string => {
  const kept = looksQuoted(text) ? `'${text}` : text;
  const own = beginsFormula(text) ? QUOTED_STYLE : style;
  return `<c r="${place}"${own ? ` s="${own}"` : ""} t="inlineStr"><is><t xml:space="preserve">${escapeCell(kept)}</t></is></c>`;
};

const rowXml = (number: number, cells: readonly Cell[], style = 0): string => {
  const written = cells.map((cell, column) => {
    if (cell === null || cell === "") return "";
    const place = `${lettersOf(column)}${number}`;
    return typeof cell === "number"
      ? `<c r="${place}"><v>${cell}</v></c>`
      : textCell(place, cell, style);
  });
  return `<row r="${number}">${written.join("")}</row>`;
};

/** Rows are collected to pieces of this length. */
const PIECE_LENGTH = 64 * 1024;

export type Rows = AsyncIterable<readonly Cell[]> | Iterable<readonly Cell[]>;

async function* sheetXml(columns: readonly string[], rows: Rows): AsyncGenerator<Buffer> {
  let text = `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>${rowXml(1, columns, TITLE_STYLE)}`;
  let number = 1;
  for await (const cells of rows) {
    number += 1;
    text += rowXml(number, cells);
    if (text.length < PIECE_LENGTH) continue;
    yield Buffer.from(text);
    text = "";
  }
  yield Buffer.from(`${text}</sheetData></worksheet>`);
}

/** Writes a workbook with one sheet, in which every text is text. */
const writeXlsx = (columns: readonly string[], rows: Rows): Readable => {
  configure({ useWebWorkers: false });
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  // Excel refuses the form for files of more than 4 GB.
  const zip = new ZipWriter(writable, { zip64: false, level: 6 });
  const add = (name: string, bytes: Iterable<Buffer> | AsyncIterable<Buffer>) =>
    zip.add(name, Readable.toWeb(Readable.from(bytes, { objectMode: false })) as ReadableStream);
  const write = async () => {
    for (const [name, xml] of Object.entries(PARTS)) await add(name, [Buffer.from(HEAD + xml)]);
    await add("xl/worksheets/sheet1.xml", sheetXml(columns, rows));
    await zip.close();
  };
  const bytes = Readable.fromWeb(readable as Parameters<typeof Readable.fromWeb>[0]);
  write().catch((reason) => bytes.destroy(reason));
  return bytes;
};

async function* withTitles(columns: readonly string[], rows: Rows) {
  yield columns;
  yield* rows;
}

/** In UTF-8 with a mark, by which Excel knows it. */
const writeCsv = (columns: readonly string[], rows: Rows, delimiter: TableSeparator): Readable => {
  const lines = stringify({
    delimiter,
    bom: true,
    cast: { string: quoteFormulas },
    record_delimiter: "windows",
    // Blanks around a cell without quotes are not read again.
    quoted_match: /^\s|\s$/,
  });
  const source = Readable.from(withTitles(columns, rows));
  source.once("error", (reason) => lines.destroy(reason));
  lines.once("close", () => source.destroy());
  return source.pipe(lines);
};

/**
 * Writes a table as a stream of bytes, so that it need not fit into memory. No cell is a formula, whatever
 * its text is, and `openTable` reads the same texts again.
 * @param separator of a CSV file
 */
export const writeTable = (
  format: TableFormat,
  columns: readonly string[],
  rows: Rows,
  separator: TableSeparator = ",",
): Readable => (format === "csv" ? writeCsv(columns, rows, separator) : writeXlsx(columns, rows));
