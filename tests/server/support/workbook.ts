import { TextReader, Uint8ArrayWriter, ZipWriter } from "@zip.js/zip.js";

interface Sheet {
  readonly name: string;
  readonly isHidden?: boolean;
  readonly rows: readonly (readonly string[])[];
  /** The numbers of rows that a filter hides. */
  readonly hidden?: readonly number[];
}

const sheetXml = ({ rows, hidden = [] }: Sheet): string => {
  const cells = (row: readonly string[]) =>
    row.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join("");
  const lines = rows.map((row, at) => {
    const state = hidden.includes(at + 1) ? ' hidden="1"' : "";
    return `<row r="${at + 1}"${state}>${cells(row)}</row>`;
  });
  return `<worksheet><sheetData>${lines.join("")}</sheetData></worksheet>`;
};

/** The bytes of a small workbook, with texts that need no escaping. */
export const workbook = async (sheets: readonly Sheet[]): Promise<Buffer> => {
  const zip = new ZipWriter(new Uint8ArrayWriter());
  const add = (name: string, text: string) => zip.add(name, new TextReader(text));
  const listed = sheets.map(({ name, isHidden }, at) => {
    const state = isHidden ? ' state="hidden"' : "";
    return `<sheet name="${name}"${state} r:id="r${at}"/>`;
  });
  const relations = sheets.map(
    (_, at) => `<Relationship Id="r${at}" Type="x/worksheet" Target="worksheets/${at}.xml"/>`,
  );
  await add(
    "xl/workbook.xml",
    `<workbook xmlns:r="r"><sheets>${listed.join("")}</sheets></workbook>`,
  );
  await add("xl/_rels/workbook.xml.rels", `<Relationships>${relations.join("")}</Relationships>`);
  for (const [at, sheet] of sheets.entries()) await add(`xl/worksheets/${at}.xml`, sheetXml(sheet));
  return Buffer.from(await zip.close());
};
