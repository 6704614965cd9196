import path from "node:path";
import { maskOf, type NumberMask } from "./number-mask.ts";
import { TableProblem, type TableSheet } from "./table-format.ts";
import { parseWholeXml, unescapeCell } from "./xml-events.ts";
import type { ZipFile } from "./zip-file.ts";

/** The most characters of all texts that cells share: they are in memory while the sheet is read. */
const MAX_SHARED_LENGTH = 16 * 1024 * 1024;
const MAX_SHARED_TEXTS = 1_000_000;
const MAX_STYLES = 70_000;
/** As many as a zip may have parts: all of them are looked for. */
const MAX_SHEETS = 2000;

/** Where almost every program puts it. */
const USUAL_WORKBOOK = "xl/workbook.xml";

/** The number formats of the standard that show a day, with or without a time. */
const DAY_FORMATS: ReadonlySet<number> = new Set([
  ...[14, 15, 16, 17, 22],
  ...[27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58],
]);

/** A sheet with cells; sheets that are a chart have none. */
interface WorkbookSheet extends TableSheet {
  readonly path: string;
}

/** What is known of a workbook before one of its sheets is read. */
interface Contents {
  readonly sheets: readonly WorkbookSheet[];
  readonly is1904: boolean;
  readonly sharedStrings: string;
  readonly styles: string;
}

/** What a sheet needs of its workbook. */
export interface Workbook {
  /** Whether its days are counted from 1904 on. */
  readonly is1904: boolean;
  readonly sharedTexts: readonly string[];
  /** Whether cells with the style of a number show days. */
  readonly showsDay: readonly boolean[];
  /** How cells with the style of a number show whole numbers; null: as they are. */
  readonly masks: readonly (NumberMask | null)[];
}

/** Whether a format such as `dd.mm.yyyy` shows a day; quoted text, colours and `h:mm` do not count. */
const isDayFormat = (code: string): boolean => {
  const bare = code.replace(/"[^"]*"|\\.|\[[^\]]*\]|_.|\*./g, "").toLowerCase();
  return /[yd]/.test(bare);
};

interface Relation {
  readonly id: string;
  /** The last word of its type, such as `worksheet`; empty if the file does not say it. */
  readonly type: string;
  /** The path of the part within the zip. */
  readonly target: string;
}

/** The parts that a part refers to; the empty path stands for the zip. */
const readRelations = async (zip: ZipFile, part: string): Promise<Relation[]> => {
  const folder = path.posix.dirname(part);
  const relations: Relation[] = [];
  const file = path.posix.join(folder, "_rels", `${path.posix.basename(part)}.rels`);
  await parseWholeXml(zip.read(file), {
    open: (name, { Id = "", Type = "", Target = "" }) => {
      if (name !== "Relationship") return;
      const target = path.posix.resolve("/", folder, Target).slice(1);
      relations.push({ id: Id, type: Type.slice(Type.lastIndexOf("/") + 1), target });
    },
  });
  return relations;
};

const findWorkbook = async (zip: ZipFile): Promise<string> => {
  const relations = await readRelations(zip, "");
  const named = relations.find(({ type }) => type === "officeDocument")?.target;
  const found = named !== undefined && zip.has(named) ? named : USUAL_WORKBOOK;
  if (!zip.has(found)) throw new TableProblem("table/no_workbook");
  return found;
};

/** Reads which sheets a workbook has. @throws TableProblem if it has none with cells */
export const readContents = async (zip: ZipFile): Promise<Contents> => {
  const workbook = await findWorkbook(zip);
  const relations = await readRelations(zip, workbook);
  const partOf = (type: string, usual: string) =>
    relations.find((relation) => relation.type === type)?.target ??
    path.posix.join(path.posix.dirname(workbook), usual);
  const sheets: WorkbookSheet[] = [];
  let is1904 = false;
  await parseWholeXml(zip.read(workbook), {
    open: (tag, attributes) => {
      if (tag === "workbookPr") is1904 = ["1", "true"].includes(attributes.date1904 ?? "");
      if (tag !== "sheet") return;
      const [, id] = Object.entries(attributes).find(([key]) => key.endsWith(":id")) ?? [];
      const part = relations.find((relation) => relation.id === id);
      if (!part || !["worksheet", ""].includes(part.type) || !zip.has(part.target)) return;
      const { name = "", state = "visible" } = attributes;
      sheets.push({ name, isHidden: state !== "visible", path: part.target });
      if (sheets.length > MAX_SHEETS) throw new TableProblem("table/too_large");
    },
  });
  if (sheets.length === 0) throw new TableProblem("table/damaged");
  return {
    ...{ sheets, is1904 },
    sharedStrings: partOf("sharedStrings", "sharedStrings.xml"),
    styles: partOf("styles", "styles.xml"),
  };
};

const readSharedTexts = async (zip: ZipFile, part: string): Promise<string[]> => {
  const texts: string[] = [];
  let length = 0;
  let text = "";
  let isText = false;
  let isSound = false;
  await parseWholeXml(zip.read(part), {
    open: (name) => {
      if (name === "si") text = "";
      // How a text is pronounced is no part of it.
      if (name === "rPh") isSound = true;
      isText = name === "t" && !isSound;
    },
    text: (piece) => {
      if (!isText) return;
      text += piece;
      length += piece.length;
      if (length > MAX_SHARED_LENGTH) throw new TableProblem("table/too_large");
    },
    close: (name) => {
      isText = false;
      if (name === "rPh") isSound = false;
      if (name !== "si") return;
      texts.push(unescapeCell(text));
      if (texts.length > MAX_SHARED_TEXTS) throw new TableProblem("table/too_large");
    },
  });
  return texts;
};

const readStyles = async (zip: ZipFile, part: string) => {
  const own = new Map<number, string>();
  const showsDay: boolean[] = [];
  const masks: (NumberMask | null)[] = [];
  let isInCells = false;
  await parseWholeXml(zip.read(part), {
    open: (name, { numFmtId, formatCode = "" }) => {
      if (name === "cellXfs") isInCells = true;
      const format = Number(numFmtId);
      if (name === "numFmt") own.set(format, formatCode);
      if (name !== "xf" || !isInCells) return;
      const code = own.get(format);
      showsDay.push(code === undefined ? DAY_FORMATS.has(format) : isDayFormat(code));
      masks.push(code === undefined ? null : maskOf(code));
      if (showsDay.length > MAX_STYLES) throw new TableProblem("table/too_large");
    },
    close: (name) => {
      if (name === "cellXfs") isInCells = false;
    },
  });
  return { showsDay, masks };
};

/** Reads what the sheets of a workbook need. @throws TableProblem */
export const readWorkbook = async (
  zip: ZipFile,
  { is1904, sharedStrings, styles }: Contents,
): Promise<Workbook> => ({
  is1904,
  sharedTexts: await readSharedTexts(zip, sharedStrings),
  ...(await readStyles(zip, styles)),
});
