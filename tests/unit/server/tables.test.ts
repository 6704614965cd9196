import { createWriteStream } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { BlobWriter, configure, ZipWriter, type ZipWriterConstructorOptions } from "@zip.js/zip.js";
import { describe, expect, test } from "vitest";
import type { Language } from "../../../src/domain/languages.ts";
import type { ThreadLimits } from "../../../src/server/limited-thread.ts";
import { maskOf, withMask } from "../../../src/server/tables/number-mask.ts";
import { countOddLetters } from "../../../src/server/tables/odd-letters.ts";
import { openTableInThread, TABLE_LIMITS } from "../../../src/server/tables/read-in-thread.ts";
import { openTable, type TableOptions } from "../../../src/server/tables/read-table.ts";
import {
  type Cell,
  TABLE_FORMATS,
  type TableFormat,
  TableProblem,
} from "../../../src/server/tables/table-format.ts";
import { writeTable } from "../../../src/server/tables/write-table.ts";
import { sharedFolder } from "../../server/support/temporary-folder.ts";
import fc from "../../support/fast-check.ts";

const folder = sharedFolder();
let count = 0;
const newFile = () => {
  count += 1;
  return path.join(folder, String(count));
};

const read = async (file: string, options: Partial<TableOptions> = {}) => {
  const languages: readonly Language[] = ["en"];
  const table = await openTable(file, { languages, ...options });
  const rows: [number, readonly string[]][] = [];
  for await (const { row, cells } of table.rows()) rows.push([row, cells]);
  return { ...table, rows };
};

const written = async (format: TableFormat, columns: string[], rows: Iterable<Cell[]>) => {
  const file = newFile();
  await pipeline(writeTable(format, columns, rows), createWriteStream(file));
  return file;
};

const ofBytes = async (bytes: string | Buffer) => {
  const file = newFile();
  await writeFile(file, bytes);
  return file;
};

const problemOf = (reading: Promise<unknown>) =>
  reading.then(
    () => "none",
    (reason) => {
      if (!(reason instanceof TableProblem)) throw reason;
      return reason.row === null ? reason.code : `${reason.code} ${reason.row}`;
    },
  );

type Parts = Readonly<Record<string, string | Iterable<string>>>;

const workbook = async (parts: Parts, options: ZipWriterConstructorOptions = { level: 1 }) => {
  configure({ useWebWorkers: false });
  const zip = new ZipWriter(new BlobWriter(), options);
  for (const [name, part] of Object.entries(parts)) {
    const pieces = Readable.from(typeof part === "string" ? [part] : part, { objectMode: false });
    await zip.add(name, Readable.toWeb(pieces) as ReadableStream);
  }
  return ofBytes(Buffer.from(await (await zip.close()).arrayBuffer()));
};

const sheetOf = (rows: string, more: Parts = {}, options?: ZipWriterConstructorOptions) =>
  workbook(
    {
      "xl/workbook.xml": `<x:workbook xmlns:r="r"><x:sheets><x:sheet name="a" r:id="rId7"/></x:sheets></x:workbook>`,
      "xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="rId7" Target="/xl/sheets/one.xml"/></Relationships>`,
      "xl/sheets/one.xml": `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
      ...more,
    },
    options,
  );

describe.each(TABLE_FORMATS)("a table as %s", (format) => {
  test("a table that was written is read with the same texts, formulas among them", async () => {
    const texts = fc.oneof(
      fc.string({ unit: "binary", maxLength: 20 }),
      fc.constantFrom(
        ...["=1+1", "+49 30", "-5", "@a", "'=1", "''@b", "\t=c", "a\r\nb", '"', "_x0041_"],
      ),
    );
    const rows = fc.array(fc.array(texts, { minLength: 3, maxLength: 3 }), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(rows, async (given) => {
        const file = await written(format, ["a", "b", "c"], given);
        const found = new Map((await read(file, { encoding: "utf-8", separator: "," })).rows);
        given.forEach((cells, at) => {
          const back = found.get(at + 2) ?? [];
          if (cells.every((cell) => cell.trim() === "")) return;
          // XML has no lone surrogates in UTF-8, and neither has CSV.
          expect(cells.map((_, column) => back[column] ?? "")).toEqual(
            cells.map((cell) => (format === "csv" ? cell.toWellFormed() : cell)),
          );
        });
      }),
      { numRuns: 20 },
    );
  });

  test("rows have the numbers that a spreadsheet shows", async () => {
    const file = await written(format, ["a"], [["one\nline"], [null], ["three"], [4]]);
    expect((await read(file)).rows).toEqual([
      [1, ["a"]],
      [2, ["one\nline"]],
      [4, ["three"]],
      [5, ["4"]],
    ]);
  });

  test("a table with too many rows, columns or characters is refused", async () => {
    const many = function* (rows: number, cells: Cell[]) {
      for (let row = 0; row < rows; row += 1) yield cells;
    };
    const problem = async (rows: Iterable<Cell[]>) =>
      problemOf(read(await written(format, ["a"], rows)));
    expect(await problem(many(1, Array<Cell>(10_000).fill("x")))).toBe("table/too_many_columns 2");
    expect(await problem([["x"], ["x".repeat(40_000)]])).toBe("table/long_cell 3");
    // A workbook of as many rows takes seconds to write: below, it has one that is far away.
    if (format !== "csv") return;
    expect(await problem(many(100_001, ["x"]))).toBe("table/too_many_rows");
    expect(await problem(many(99_999, ["x"]))).toBe("none");
  });
});

test("a CSV file holds formulas as text, and names as they are", async () => {
  const cells = ["=1+1", "-2", -2, "@sum", "\t=1", "O'Neil", "'=x"];
  const rows = cells.map((cell) => [cell]);
  const bytes = writeTable("csv", ["a"], rows);
  expect(Buffer.concat(await Readable.from(bytes).toArray()).toString()).toBe(
    "\ufeffa\r\n'=1+1\r\n'-2\r\n-2\r\n'@sum\r\n'\t'=1\r\nO'Neil\r\n''=x\r\n",
  );
});

const SEPARATORS = [",", ";", "\t", "|", "\n", "\r"];

test.each(SEPARATORS)("a CSV file has no formula behind %j", async (separator) => {
  const formulas = ["=1+1", '"=1+1', "-2", "'=1", "@sum", "＝1"];
  const cells = formulas.map((text) => [`a${separator}${text}`]);
  const file = await written("csv", ["a"], cells);
  const content = (await readFile(file, "utf8")).replaceAll('""', "");
  expect(content).not.toMatch(new RegExp(`a[${separator}][=@＝-]`));
  const { rows } = await read(file, { separator: "," });
  expect(rows.slice(1).map(([, found]) => found)).toEqual(cells);
});

describe("the text of a CSV file", () => {
  test.each([
    ["utf-8", "de", "Zoë;Ümit", "5a6fc3ab3bc39c6d6974"],
    ["utf-16le", "de", "Zoë;Ümit", "5a006f00eb003b00dc006d0069007400"],
    ["utf-16be", "en", "ab", "feff00610062"],
    ["windows-1252", "de", "Zoë;Müller", "5a6feb3b4dfc6c6c6572"],
    ["windows-1252", "he,de", "Zoë;Müller", "5a6feb3b4dfc6c6c6572"],
    ["windows-1252", "en", "O’Brien;Zoë", "4f92427269656e3b5a6feb"],
    ["windows-1252", "de", "MÜLLER;Élodie", "4ddc4c4c45523bc96c6f646965"],
    ["windows-1253", "el", "Αννα", "c1edede1"],
    ["windows-1253", "en", "Παπαδάκης;Άννα", "d0e1f0e1e4dceae7f23ba2edede1"],
    ["windows-1254", "tr", "Şık", "defd6b"],
    ["windows-1255", "en,he", "נעה", "f0f2e4"],
    ["macintosh", "de", "René;Müller;Zoë", "52656e8e3b4d9f6c6c65723b5a6f91"],
    ["macintosh", "en", "Zoë;O’Brien;Peña", "5a6f913b4fd5427269656e3b50659661"],
    ["ibm850", "de", "René;Müller", "52656e823b4d816c6c6572"],
    ["ibm850", "es", "Peña;Íñigo", "5065a4613bd6a469676f"],
    ["ibm857", "tr", "Işık;Çağla", "499f8d6b3b8061a76c61"],
    ["ibm737", "en,el", "Παπαδάκης;Άννα", "8f98a7989be1a19eaa3beaa4a498"],
    ["ibm862", "en,he", "מזרחי;נעה", "8e869887893b909284"],
  ])("is known by what its bytes would mean as names: %s", async (known, languages, text, hex) => {
    const file = await ofBytes(Buffer.from(hex, "hex"));
    const { encoding, rows } = await read(file, { languages: languages.split(",") as Language[] });
    expect([encoding, rows]).toEqual([known, [[1, text.split(";")]]]);
  });

  test("looks wrong where a name has signs or capitals of another encoding", () => {
    const wrong = ["RenŽ", "MŸller", "RenÃ©", "M¸ller", "Gro§", "Annα", "Mª José Ó hÉigeartaigh"];
    const right = ["Ðáðáäüêçò", "MÜLLER Élodie McGee O’Brien D’Arc-Łoś", "Παπαδάκης Μαρία"];
    const odd = [...wrong, ...right, "İSMAİL İsmail Işık"].filter((name) => countOddLetters(name));
    expect(odd).toEqual(wrong);
  });

  test("is read with another encoding or separator if that is said", async () => {
    const file = await ofBytes(Buffer.from([0xf0, 0x2c, 0xf2, 0x3b, 0x61]));
    const options = { encoding: "windows-1255", separator: ";" } as const;
    expect((await read(file, options)).rows).toEqual([[1, ["נ,ע", "a"]]]);
    expect(await problemOf(read(file, { encoding: "utf-8" }))).toBe("table/wrong_encoding");
  });

  test("a quote that is not closed is found at its row", async () => {
    const open = await ofBytes('a,b\r\nx,y\r\n"no end,z\r\n');
    expect(await problemOf(read(open))).toBe("table/quote_not_closed 3");
  });

  test.each<[string, string, ...rows: string[]]>([
    ["lines that end as on an old Mac", "sep=;\ra;b\r\rc;d\r", "a|b", "c|d"],
    ["a line that tells Excel the separator", 'sep=;\r\n"a,b";c\r\n', "a,b|c"],
    ["a quote within a name", 'a,b\r\nAnna "Nan" M,y\r\n', "a|b", 'Anna "Nan" M|y'],
    ["blanks around its quotes and ,", '"Ann" , "Lee, B" ,x y ,\n', "Ann|Lee, B|x y"],
    ["blanks around its quotes and ;", ' "a;b";"c ";\n', "a;b|c "],
    ["blanks around its quotes and tabs", 'a\t\t "b" \tc\n', "a||b|c"],
  ])("may have %s", async (_, text, ...rows) => {
    const found = await read(await ofBytes(text));
    expect(found.rows.map(([, cells]) => cells.join("|"))).toEqual(rows);
  });
});

describe("a workbook of another program", () => {
  test("has shared texts, days by their formats, numbers, and rows that are left out", async () => {
    const cells = [
      '<row r="2"><c r="A2" t="s"><v>0</v></c><c r="C2" s="1"><v>46096</v></c></row>',
      '<row r="4"><c s="2"><v>46096.75</v></c><c s="0"><v>12</v></c><c t="str"><v>_x0041_</v></c></row>',
      '<row r="5"><c t="b"><v>1</v></c><c t="inlineStr"><is><r><t>a</t></r><r><t>b</t></r></is></c></row>',
    ];
    const file = await sheetOf(cells.join(""), {
      "xl/sharedStrings.xml":
        "<sst><si><r><t>Zo</t></r><r><t>ë</t></r><rPh><t>no</t></rPh></si></sst>",
      "xl/styles.xml": `<styleSheet><numFmts><numFmt numFmtId="170" formatCode="[$-407]dd\\.mm\\.yyyy"/></numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/></cellXfs></styleSheet>`,
    });
    expect((await read(file)).rows).toEqual([
      [2, ["Zoë", "", "2026-03-15"]],
      [4, ["2026-03-15", "12", "A"]],
      [5, ["TRUE", "ab"]],
    ]);
  });

  const rels = (...targets: string[]) =>
    `<Relationships>${targets
      .map((target, at) => {
        const type = target.replace(/^.*\/|\d?\.xml$/g, "").replace("sheet", "worksheet");
        return `<Relationship Id="r${at}" Type="x/${type.replace("chart-worksheet", "chartsheet")}" Target="${target}"/>`;
      })
      .join("")}</Relationships>`;
  const sheetData = (rows: string) => `<w><sheetData>${rows}</sheetData></w>`;
  const sheetWith = (text: string) => sheetData(`<row><c t="str"><v>${text}</v></c></row>`);

  test("has its sheets where it says, and the first with cells that is not hidden is read", async () => {
    const file = await workbook({
      "_rels/.rels": `<Relationships><Relationship Type="x/officeDocument" Target="else/book.xml"/></Relationships>`,
      "else/book.xml": `<workbook xmlns:r="r"><workbookPr date1904="1"/><sheets>
        <sheet name="Chart" r:id="r0"/><sheet name="Old" state="hidden" r:id="r1"/>
        <sheet name="Very old" state="veryHidden" r:id="r2"/><sheet name="New" r:id="r3"/>
        <sheet name="More" r:id="r4"/></sheets><extLst><ext><x15:workbookPr x="1"/></ext></extLst></workbook>`,
      "else/_rels/book.xml.rels": rels(
        ...["chart-sheet.xml", "../sheet1.xml", "/else/sheet2.xml", "./sheet3.xml", "sheet4.xml"],
        ...["own/styles.xml", "own/sharedStrings.xml"],
      ),
      "else/chart-sheet.xml": "<chartsheet/>",
      "sheet1.xml": sheetWith("old"),
      "else/sheet2.xml": sheetWith("very old"),
      "else/sheet3.xml":
        '<w><sheetData><row><c t="s"><v>0</v></c><c t="s"><v/></c><c s="0"><v>1</v></c></row></sheetData></w>',
      "else/sheet4.xml": sheetWith("more"),
      "else/own/styles.xml": "<s><cellXfs><xf numFmtId='14'/></cellXfs></s>",
      "else/own/sharedStrings.xml": "<sst><si><t>new</t></si></sst>",
    });
    expect(await read(file)).toMatchObject({
      sheets: [
        { name: "Old", isHidden: true },
        { name: "Very old", isHidden: true },
        { name: "New", isHidden: false },
        { name: "More", isHidden: false },
      ],
      sheet: "New",
      rows: [[1, ["new", "", "1904-01-02"]]],
    });
    expect((await read(file, { sheet: "More" })).rows).toEqual([[1, ["more"]]]);
    expect((await read(file, { sheet: "Old" })).rows).toEqual([[1, ["old"]]]);
    expect(await problemOf(read(file, { sheet: "None" }))).toBe("table/damaged");
  });

  test("has empty rows to the end of its sheet, and values below merged cells, which are not read", async () => {
    const row = (number: number) =>
      `<row r="${number}">${["A", "B", "C", "D"].map((c) => `<c r="${c}${number}"><v>${number}</v></c>`).join("")}</row>`;
    const rows = [1, 2, 3, 4].map(row).join("");
    const sheet = `<w><sheetData>${rows}<row r="1048575"><c s="1"/></row><row r="1048576"/></sheetData>
      <mergeCells><mergeCell ref="C2:D3"/><mergeCell ref="A1:B1"/></mergeCells></w>`;
    expect((await read(await sheetOf("", { "xl/sheets/one.xml": sheet }))).rows).toEqual([
      [1, ["1", "", "1", "1"]],
      [2, ["2", "2", "2"]],
      [3, ["3", "3"]],
      [4, ["4", "4", "4", "4"]],
    ]);
  });

  test.each<[string, ZipWriterConstructorOptions]>([
    ["AES", { password: "x", encryptionStrength: 3 }],
    ["ZipCrypto", { password: "x", zipCrypto: true }],
  ])("has a password (%s)", async (_, options) => {
    expect(await problemOf(read(await sheetOf("", {}, options)))).toBe("table/encrypted");
  });

  test("is packed by bzip2 or LZMA, or has a bit flipped", async () => {
    const file = await sheetOf("<row><c><v>12345678</v></c></row>", {}, { level: 0 });
    const bytes = await readFile(file);
    for (const method of [12, 14]) {
      const other = Buffer.from(bytes);
      for (let at = 0; at < other.length - 4; at += 1) {
        const signature = other.readUInt32LE(at);
        if (signature === 0x04034b50) other.writeUInt16LE(method, at + 8);
        if (signature === 0x02014b50) other.writeUInt16LE(method, at + 10);
      }
      expect(await problemOf(read(await ofBytes(other)))).toBe("table/unknown_compression");
    }
    const flipped = Buffer.from(bytes);
    const at = flipped.indexOf("12345678");
    flipped.writeUInt8((flipped[at] ?? 0) ^ 1, at);
    expect(await problemOf(read(await ofBytes(flipped)))).toBe("table/damaged");
  });

  test("is refused if it inflates without end", async () => {
    const spaces = function* () {
      yield "<worksheet>";
      for (let megabytes = 0; megabytes < 260; megabytes += 1)
        yield `<a/>${" ".repeat(1 << 19)}`.repeat(2);
    };
    const shared = `<sst>${"<si/>".repeat(1_000_001)}</sst>`;
    const endless: Parts[] = [
      { "xl/sheets/one.xml": spaces() },
      { "xl/sharedStrings.xml": shared },
    ];
    for (const parts of endless)
      expect(await problemOf(read(await sheetOf("", parts)))).toBe("table/too_large");
  });

  const LONG = "a".repeat(3 << 20);
  const FAR_COLUMN = "<row r='1'><c r='XFD1'><v>1</v></c></row>";
  const ATTRIBUTES = Array.from({ length: 201 }, (_, at) => `a${at}=""`);

  test.each([
    ["an entity of its own", '<!DOCTYPE a [<!ENTITY b "c">]><worksheet/>', "table/damaged"],
    ["XML that does not end", "<worksheet><sheetData><row>", "table/damaged"],
    ["rows in no order", sheetData("<row r='3'/><row r='2'/>"), "table/damaged 3"],
    ["a row far away", sheetData("<row r='9999999'><c><v>1</v></c></row>"), "table/too_many_rows"],
    ["a column far away", sheetData(FAR_COLUMN), "table/too_many_columns 1"],
    ["elements as deep as an attack nests them", "<a>".repeat(1_000_000), "table/too_large"],
    ["more elements than any table", `<w>${"<a/>".repeat(10_000_000)}</w>`, "table/too_large"],
    ["many attributes", `<w ${ATTRIBUTES.join(" ")}/>`, "table/too_large"],
    ["a long text", `<w>${LONG}</w>`, "table/too_large"],
    ["a long attribute", `<w a="${LONG}"/>`, "table/too_large"],
    ["a long comment", `<w><!--${LONG}--></w>`, "table/too_large"],
    ["a long name", `<${LONG}/>`, "table/too_large"],
  ])("is refused with %s", async (_, sheet, problem) => {
    expect(await problemOf(read(await sheetOf("", { "xl/sheets/one.xml": sheet })))).toBe(problem);
  });

  test.each<[string, string | Buffer, string]>([
    ["nothing", "", "table/empty"],
    ["a file of old Excel", Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), "table/old_excel"],
    ["a PDF", "%PDF-1.7", "table/not_a_table"],
    ["the start of a zip", "PK\x03\x04abc", "table/damaged"],
  ])("%s is no table", async (_, bytes, problem) => {
    expect(await problemOf(read(await ofBytes(bytes)))).toBe(problem);
  });

  test("a zip without a workbook is none", async () => {
    expect(await problemOf(read(await workbook({ "a.txt": "a" })))).toBe("table/no_workbook");
  });
});

test.each<[string, Partial<ThreadLimits>]>([
  ["memory", { megabytes: 16 }],
  ["time", { seconds: 0 }],
])("a table is refused that needs more %s than a thread may have", async (_, limits) => {
  // These texts are in memory while the sheet is read.
  const texts = Array.from({ length: 400_000 }, (_, at) => `<si><t>text ${at}</t></si>`).join("");
  const more = { "xl/sharedStrings.xml": `<sst>${texts}</sst>` };
  const file = await sheetOf("<row><c><v>1</v></c></row>", more);
  const reading = async () => {
    const all = { ...TABLE_LIMITS, ...limits };
    const table = await openTableInThread(file, { languages: ["en"] }, all);
    for await (const _row of table.rows());
  };
  expect(await problemOf(reading())).toBe("table/too_large");
});

test.each([
  ["123", "00000", "00123"],
  ["1234567", "00000", "1234567"],
  ["123456", "000-000", "123-456"],
  ["5", "00\\-00", "00-05"],
  ["7", '"A"000;-0', "A007"],
  ["30123456", "(00) 000 ###", "(30) 123 456"],
  ["12345678901234567", "[$-407]00000", "12345678901234567"],
  ["1.5", "00000", "1.5"],
])("the number %s is shown by %s as %s", (number, format, shown) => {
  expect(withMask(number, maskOf(format) ?? [])).toBe(shown);
});

test("a number is shown as it is by any other format", () => {
  const formats = ["General", "0", "0.00", "#,##0", "0%", "0E+00", "dd/mm/yyyy;@", "@", '"0"0'];
  expect(formats.filter((format) => maskOf(format) !== null)).toEqual([]);
});
