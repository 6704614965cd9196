import { TableProblem } from "./table-format.ts";
import { parseWholeXml, unescapeCell } from "./xml-events.ts";
import type { ZipFile } from "./zip-file.ts";

/** The most characters of all texts that cells share: they are in memory while the sheet is read. */
const MAX_SHARED_LENGTH = 16 * 1024 * 1024;
const MAX_SHARED_TEXTS = 1_000_000;
const MAX_STYLES = 70_000;

const WORKBOOK = "xl/workbook.xml";

/** The number formats of the standard that show a day, with or without a time. */
const DAY_FORMATS: ReadonlySet<number> = new Set([
  ...[14, 15, 16, 17, 22],
  ...[27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58],
]);

/** What a sheet needs of its workbook. */
export interface Workbook {
  /** The path of its first sheet. */
  readonly sheet: string;
  /** Whether its days are counted from 1904 on. */
  readonly is1904: boolean;
  readonly sharedTexts: readonly string[];
  /** Whether cells with the style of a number show days. */
  readonly showsDay: readonly boolean[];
}

/** Whether a format such as `dd.mm.yyyy` shows a day; quoted text, colours and `h:mm` do not count. */
const isDayFormat = (code: string): boolean => {
  const bare = code.replace(/"[^"]*"|\\.|\[[^\]]*\]|_.|\*./g, "").toLowerCase();
  return /[yd]/.test(bare);
};

/** The target of a relation, as a path within the zip. */
const pathOf = (target: string): string =>
  target.startsWith("/") ? target.slice(1) : `xl/${target.replace(/^\.\//, "")}`;

const readSheetPath = async (zip: ZipFile) => {
  let relation = "";
  let is1904 = false;
  await parseWholeXml(zip.read(WORKBOOK), {
    open: (name, attributes) => {
      if (name === "workbookPr") is1904 = ["1", "true"].includes(attributes.date1904 ?? "");
      if (name !== "sheet" || relation !== "" || attributes.state === "veryHidden") return;
      const [, id = ""] = Object.entries(attributes).find(([key]) => key.endsWith(":id")) ?? [];
      relation = id;
    },
  });
  let sheet = "xl/worksheets/sheet1.xml";
  await parseWholeXml(zip.read("xl/_rels/workbook.xml.rels"), {
    open: (name, { Id, Target = "" }) => {
      if (name === "Relationship" && Id === relation) sheet = pathOf(Target);
    },
  });
  return { sheet, is1904 };
};

const readSharedTexts = async (zip: ZipFile): Promise<string[]> => {
  const texts: string[] = [];
  let length = 0;
  let text = "";
  let isText = false;
  let isSound = false;
  await parseWholeXml(zip.read("xl/sharedStrings.xml"), {
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

const readDayStyles = async (zip: ZipFile): Promise<boolean[]> => {
  const own = new Map<number, boolean>();
  const showsDay: boolean[] = [];
  let isInCells = false;
  await parseWholeXml(zip.read("xl/styles.xml"), {
    open: (name, { numFmtId, formatCode = "" }) => {
      if (name === "cellXfs") isInCells = true;
      const format = Number(numFmtId);
      if (name === "numFmt") own.set(format, isDayFormat(formatCode));
      if (name !== "xf" || !isInCells) return;
      showsDay.push(own.get(format) ?? DAY_FORMATS.has(format));
      if (showsDay.length > MAX_STYLES) throw new TableProblem("table/too_large");
    },
    close: (name) => {
      if (name === "cellXfs") isInCells = false;
    },
  });
  return showsDay;
};

/** Reads what the first sheet of a workbook needs. @throws TableProblem */
export const readWorkbook = async (zip: ZipFile): Promise<Workbook> => {
  if (!zip.has(WORKBOOK)) throw new TableProblem("table/no_workbook");
  const { sheet, is1904 } = await readSheetPath(zip);
  if (!zip.has(sheet)) throw new TableProblem("table/damaged");
  const sharedTexts = await readSharedTexts(zip);
  return { sheet, is1904, sharedTexts, showsDay: await readDayStyles(zip) };
};
