import { isMap, isScalar, isSeq, type Node } from "yaml";
import {
  BRAND_FIELDS,
  BRAND_PICTURES,
  type BrandField,
  type BrandPictureName,
} from "../../../contract/staff-brand.ts";
import { textsIn, treeOf } from "./edit-fields.ts";
import { editYaml } from "./edit-yaml.ts";
import { textOf } from "./entry-texts.ts";
import { parseEdited } from "./parse-edited.ts";
import { listSteps, unlessUnusual, type YamlStep } from "./yaml-steps.ts";

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

/** Reads what the form shows; null for a file that it cannot show. */
export const readBrand = (text: string): BrandTexts | null => {
  const document = parseEdited(text);
  const languages = document?.get("languages", true);
  if (!document || !isMap(document.get("organisation")) || !isSeq<Node>(languages)) return null;
  const texts = textsIn(document, ["organisation"], FIELDS);
  if (!texts || !languages.items.every((item) => isScalar(item))) return null;
  return {
    languages: languages.items.map((item) => textOf(document, item)),
    fields: Object.fromEntries(FIELDS.map((field) => [field, texts[field] ?? ""])) as never,
  };
};

/** The first one comes to the top, and what is new to the end; the others keep their order. */
const languageSteps = (before: readonly string[], wanted: readonly string[]): YamlStep[] => {
  const path = ["languages"];
  const all = [...new Set([...wanted.slice(0, 1), ...before, ...wanted])];
  const left = all.filter((language) => wanted.includes(language));
  // Those that go, go last, so that the list is never empty.
  return [...listSteps(path, before, all), ...listSteps(path, all, left)];
};

/**
 * Changes fields of `school.yaml`. All other bytes stay: comments, order, quotes. An empty text takes a field out.
 * @param text with `\n` at the ends of lines
 * @returns null for a file in which a field cannot be changed without changing something else
 */
export const editSchool = (text: string, changes: BrandTextChanges): string | null => {
  const before = readBrand(text);
  const changed = Object.entries(changes.fields ?? {}).map(
    ([name, value]) => [name, value.replace(/\r\n?/g, "\n").trim()] as const,
  );
  if (!before || !changed.every(([, value]) => value.isWellFormed())) return null;
  const texts = treeOf({ ...before.fields, ...Object.fromEntries(changed) }, FIELDS);
  return unlessUnusual(() =>
    editYaml(text, [
      ...languageSteps(before.languages, changes.languages ?? before.languages),
      { do: "texts", of: ["organisation"], texts },
    ]),
  );
};
