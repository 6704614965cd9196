import * as v from "valibot";

/** Far more than a table and its lengths. */
export const MAX_DRAFT_BYTES = 64 * 1024;
/** More than any block has. */
const MAX_ENTRIES = 200;
const MAX_NAME_LENGTH = 200;

const name = v.pipe(v.string(), v.maxLength(MAX_NAME_LENGTH));

const entries = v.pipe(
  v.record(name, v.unknown()),
  v.check((record) => Object.keys(record).length <= MAX_ENTRIES),
);

/** The file of a draft, version 1. What it has besides is dropped. */
const draftFile = v.object({
  "pattern-draft": v.literal(1),
  /** Null: drafted for the body of the lessons' example. */
  table: v.nullable(v.object({ name, units: v.picklist(["cm", "in"]) })),
  block: name,
  /** Centimetres and degrees by field. */
  values: entries,
  options: entries,
  /** What was measured on paper, in centimetres, by the name of the length. */
  lengths: entries,
});

export interface DraftFile {
  readonly table: { readonly name: string; readonly units: "cm" | "in" } | null;
  readonly block: string;
  readonly values: Readonly<Record<string, number>>;
  readonly options: Readonly<Record<string, number | string>>;
  readonly lengths: Readonly<Record<string, number>>;
}

/** No length, and no option, reaches it. */
const MAX_VALUE = 99_999.9;

const isNumber = (value: unknown): value is number =>
  typeof value === "number" && Math.abs(value) <= MAX_VALUE;

const numbersOf = (record: Readonly<Record<string, unknown>>): Record<string, number> =>
  Object.fromEntries(
    Object.entries(record).filter((entry): entry is [string, number] => isNumber(entry[1])),
  );

/** Writes the file. Its first key is by what the school knows the kind of file. */
export const writeDraftFile = (file: DraftFile): string =>
  JSON.stringify({ "pattern-draft": 1, ...file });

/**
 * Reads a file that somebody has sent. Values and options of another kind are left out.
 * @returns null if it is no draft, or too large for one
 */
export const readDraftFile = (text: string): DraftFile | null => {
  if (text.length > MAX_DRAFT_BYTES) return null;
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return null;
  }
  const decoded = v.safeParse(draftFile, json);
  if (!decoded.success) return null;
  const { table, block, values, options, lengths } = decoded.output;
  const chosen = Object.entries(options).filter(
    (entry): entry is [string, number | string] =>
      isNumber(entry[1]) || (typeof entry[1] === "string" && entry[1].length <= MAX_NAME_LENGTH),
  );
  return {
    table,
    block,
    values: numbersOf(values),
    options: Object.fromEntries(chosen),
    lengths: numbersOf(lengths),
  };
};
