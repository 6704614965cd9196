import { writeFile } from "node:fs/promises";
import path from "node:path";
import { BlobWriter, configure, TextReader, ZipWriter } from "@zip.js/zip.js";
import { expect, test } from "vitest";
import type { ThreadLimits } from "../../src/server/limited-thread.ts";
import { openTableInThread, TABLE_LIMITS } from "../../src/server/tables/read-in-thread.ts";
import { TableProblem } from "../../src/server/tables/table-format.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

const fileOf = async (content: string | Buffer): Promise<string> => {
  const file = path.join(temporaryFolder(), "people");
  await writeFile(file, content);
  return file;
};

const read = async (file: string, limits: Partial<ThreadLimits> = {}) => {
  const options = { languages: ["en"] } as const;
  const table = await openTableInThread(file, options, { ...TABLE_LIMITS, ...limits });
  const rows: (readonly string[])[] = [];
  for await (const { cells } of table.rows()) rows.push(cells);
  return { ...table, rows };
};

/** A workbook with many texts, which are in memory while its sheet is read. */
const workbook = async (): Promise<Buffer> => {
  configure({ useWebWorkers: false });
  const zip = new ZipWriter(new BlobWriter());
  const texts = Array.from({ length: 400_000 }, (_, at) => `<si><t>text ${at}</t></si>`).join("");
  const parts = {
    "xl/workbook.xml": '<w xmlns:r="r"><sheet name="a" r:id="r1"/></w>',
    "xl/_rels/workbook.xml.rels": '<r><Relationship Id="r1" Target="sheet1.xml"/></r>',
    "xl/sheet1.xml": "<w><sheetData><row><c><v>1</v></c></row></sheetData></w>",
    "xl/sharedStrings.xml": `<sst>${texts}</sst>`,
  };
  for (const [name, text] of Object.entries(parts)) await zip.add(name, new TextReader(text));
  return Buffer.from(await (await zip.close()).arrayBuffer());
};

test.each<[string, Partial<ThreadLimits>]>([
  ["memory", { megabytes: 16 }],
  ["time", { seconds: 0 }],
])("a table is refused that needs more %s than a thread may have", async (_, limits) => {
  const file = await fileOf(await workbook());
  await expect(read(file, limits)).rejects.toEqual(new TableProblem("table/too_large"));
});
