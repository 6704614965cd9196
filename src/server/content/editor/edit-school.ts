import { isDeepStrictEqual } from "node:util";
import {
  type Document,
  isMap,
  isScalar,
  isSeq,
  type Node,
  Scalar,
  stringify,
  type YAMLSeq,
} from "yaml";
import {
  BRAND_FIELDS,
  BRAND_PICTURES,
  type BrandField,
  type BrandPictureName,
} from "../../../contract/staff-brand.ts";
import { changedMap } from "./edit-map.ts";
import { type TextTree, textOf } from "./entry-texts.ts";
import {
  applySplices,
  endOf,
  endOfLine,
  parseEdited,
  type Splice,
  startOfLine,
  writtenFlow,
} from "./parse-edited.ts";

/** The fields of `organisation` that are edited, by their path there. */
type EditedField = BrandField | BrandPictureName;

/** What a form shows of `school.yaml`. */
interface BrandTexts {
  readonly languages: readonly string[];
  /** Empty where the file has none. */
  readonly fields: Readonly<Record<EditedField, string>>;
}

/** What somebody has changed. Fields that are left out stay as they are. */
export interface BrandTextChanges {
  /** The school's first one before the others, whose order is that of the file. */
  readonly languages?: readonly string[] | null;
  readonly fields?: Readonly<Partial<Record<EditedField, string>>>;
}

const FIELDS: readonly EditedField[] = [
  ...BRAND_FIELDS,
  ...(Object.keys(BRAND_PICTURES) as BrandPictureName[]),
];

const isOneText = (node: unknown): boolean => node === undefined || node === null || isScalar(node);

const textsOf = (document: Document.Parsed): BrandTexts | null => {
  const organisation = document.get("organisation", true);
  const languages = document.get("languages", true);
  if (!isMap(organisation) || !isSeq<Node>(languages)) return null;
  const footer: unknown = organisation.get("footer", true);
  const isFooter = isMap(footer) || (isOneText(footer) && textOf(document, footer) === "");
  const nodes = FIELDS.map((field) => organisation.getIn(field.split("/"), true));
  if (!isFooter || ![...nodes, ...languages.items].every(isOneText)) return null;
  const fields = FIELDS.map((field, at) => [field, textOf(document, nodes[at])] as const);
  return {
    languages: languages.items.map((item) => textOf(document, item)),
    fields: Object.fromEntries(fields) as Record<EditedField, string>,
  };
};

/** Reads what the form shows; null for a file that it cannot show. */
export const readBrand = (text: string): BrandTexts | null => {
  const document = parseEdited(text);
  return document && textsOf(document);
};

/** The texts as they are nested in the file. */
const treeOf = (fields: BrandTexts["fields"]): TextTree => {
  const tree: TextTree = {};
  const footer: TextTree = {};
  for (const field of FIELDS) {
    const [name = "", inner] = field.split("/");
    if (inner === undefined) tree[name] = fields[field];
    else footer[inner] = fields[field];
  }
  return { ...tree, footer };
};

/** The languages in the order of the file, with what is new at the end; the first one may be another one. */
const orderOf = (before: readonly string[], wanted: readonly string[]): readonly string[] => [
  ...new Set([...wanted.slice(0, 1), ...before.filter((each) => wanted.includes(each)), ...wanted]),
];

const changedLanguages = (
  text: string,
  list: YAMLSeq<Node>,
  { before, wanted }: Readonly<Record<"before" | "wanted", readonly string[]>>,
): Splice[] => {
  if (isDeepStrictEqual(before, wanted)) return [];
  const [start = 0, end = 0] = list.range ?? [];
  const itemOf = (language: string) => list.items[before.indexOf(language)];
  if (list.flow) {
    list.items = wanted.map((language) => itemOf(language) ?? new Scalar(language));
    // A comment that follows stays where it is.
    if (text.slice(end, endOfLine(text, end)).trim() !== "") list.comment = null;
    return [{ start, end, text: writtenFlow(list, 2) }];
  }
  const indent = text.slice(startOfLine(text, start), start);
  const lineOf = (item: Node) => ({
    start: startOfLine(text, item.range?.[0] ?? 0),
    end: endOfLine(text, endOf(item)),
  });
  const written = (languages: readonly string[]) =>
    languages.length > 0 ? stringify(languages).replace(/^(?=.)/gm, indent) : "";
  const [first = ""] = wanted;
  const own = itemOf(first);
  const isMoved = first !== before[0];
  const gone = list.items.filter((_, at) => !wanted.includes(before[at] ?? ""));
  const top = startOfLine(text, start);
  const above = own ? text.slice(lineOf(own).start, lineOf(own).end) : written([first]);
  const place = endOfLine(text, endOf(list));
  const added = wanted.filter((each) => !before.includes(each) && !(isMoved && each === first));
  return [
    ...(isMoved ? [{ start: top, end: top, text: above }] : []),
    ...[...gone, ...(isMoved && own ? [own] : [])].map((item) => ({ ...lineOf(item), text: "" })),
    { start: place, end: place, text: written(added) },
  ];
};

/** What the file has besides the fields that are edited. */
const othersOf = (document: Document.Parsed): unknown => {
  const { languages, organisation, ...rest } = document.toJS();
  const { footer, ...properties } = organisation;
  const kept = (map: object, prefix: string) =>
    Object.entries(map).filter(([name]) => !FIELDS.includes(`${prefix}${name}` as EditedField));
  return [rest, kept(properties, ""), kept(footer ?? {}, "footer/")];
};

const edit = (text: string, changes: BrandTextChanges): string | null => {
  const document = parseEdited(text);
  const before = document && textsOf(document);
  if (!document || !before) return null;
  const fields: Record<EditedField, string> = { ...before.fields };
  for (const field of FIELDS) {
    const value = changes.fields?.[field];
    if (value === undefined || value === before.fields[field]) continue;
    if (!value.isWellFormed()) return null;
    fields[field] = value.replace(/\r\n?/g, "\n").trim();
  }
  const languages = orderOf(before.languages, changes.languages ?? before.languages);
  const others = othersOf(document);
  const list = document.get("languages", true) as YAMLSeq<Node>;
  const organisation = document.get("organisation", true);
  if (!isMap(organisation)) return null;
  const edited = applySplices(text, [
    ...changedLanguages(text, list, { before: before.languages, wanted: languages }),
    ...changedMap({ text, document }, organisation, treeOf(fields)),
  ]);

  // Reads the result again: a file can be written in more ways than are handled here.
  const after = parseEdited(edited);
  const found = after && textsOf(after);
  const isRight =
    found &&
    isDeepStrictEqual(found.fields, fields) &&
    isDeepStrictEqual(found.languages, languages) &&
    isDeepStrictEqual(othersOf(after), others);
  return isRight ? edited : null;
};

/**
 * Changes fields of `school.yaml`. All other bytes stay: comments, order, quotes. An empty text takes a field out.
 * @param text with `\n` at the ends of lines
 * @returns null for a file in which a field cannot be changed without changing something else
 */
export const editSchool = (text: string, changes: BrandTextChanges): string | null => {
  const hasEnd = text.endsWith("\n");
  try {
    const result = edit(hasEnd ? text : `${text}\n`, changes);
    return hasEnd || result === null ? result : result.replace(/\n$/, "");
  } catch {
    // The library refuses some texts, such as aliases without an anchor or that stand for too much.
    return null;
  }
};
