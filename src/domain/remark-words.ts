import type { RemarkCode, SaidRemark, ValueNeed } from "../contract/remark.ts";
import { directionOf } from "./languages.ts";

/** The names of fields as forms have them, by the end of their place. */
const FIELDS = {
  title: "staff-content.field-title",
  descr: "staff-content.field-description",
  description: "staff-content.field-description",
  text: "staff-editor.text",
  criteria: "staff-content.field-criteria",
  icon: "staff-content.field-picture",
  image: "staff-content.field-picture",
  weeklyTarget: "staff-content.field-target",
  term: "staff-editor.entry-word",
  definition: "staff-editor.entry-definition",
  category: "staff-editor.entry-category",
  question: "staff-editor.entry-question",
  answer: "staff-editor.entry-answer",
  body: "staff-editor.entry-body",
} as const;

/** What a value has to be. */
const NEEDS = {
  text: "staff-content.need-text",
  number: "staff-content.need-number",
  flag: "staff-content.need-flag",
  choice: "staff-content.need-choice",
  list: "staff-content.need-list",
  fields: "staff-content.need-fields",
  name: "staff-content.need-name",
  line: "staff-content.need-line",
  shorter: "staff-content.need-shorter",
  date: "staff-content.need-date",
  colour: "staff-content.need-colour",
  zone: "staff-content.need-zone",
  address: "staff-content.need-address",
  mail: "staff-content.need-mail",
  plain: "staff-content.need-plain",
  square: "staff-content.need-square",
} as const satisfies Record<ValueNeed, string>;

type Dashed<Code> = Code extends `${infer Area}/${infer Kind}` ? `${Area}-${Kind}` : Code;

/** The messages of which remarks consist. They have plain places alone, so that the server can fill them in. */
export type RemarkMessage =
  | (typeof FIELDS)[keyof typeof FIELDS]
  | (typeof NEEDS)[ValueNeed]
  | `staff-content.remark-${Dashed<Exclude<RemarkCode, "value/wrong">>}`
  | "staff-content.remark-near";

/** Gives a message in the reader's language. */
type SayRemark = (id: RemarkMessage, values?: Record<string, string>) => string;

/** What the form calls a field, by its place; empty if it has no name there. */
export const fieldWords = (say: SayRemark, path: string): string => {
  const known = path.split(/[/.]/).findLast((name) => Object.hasOwn(FIELDS, name));
  return known === undefined ? "" : say(FIELDS[known as keyof typeof FIELDS]);
};

/** Values that are counted or chosen by, and not shown as words. */
const NUMBERS: ReadonlySet<string> = new Set(["need", "count", "original", "what", "id"]);

/** The end of the id of a kind's message. */
const dashed = (code: Exclude<RemarkCode, "value/wrong">) =>
  code.replace("/", "-") as Dashed<typeof code>;

interface Reader {
  readonly say: SayRemark;
  /** That of the interface. */
  readonly locale: string;
  /** That of the text which the remark is about. */
  readonly language: string;
}

/** Says a remark of the check in words of the form. */
export const remarkWords = (
  { code, values: given }: Pick<SaidRemark, "code" | "values">,
  { say, locale, language }: Reader,
): string => {
  // What somebody has written keeps its own direction.
  const [from, to] = directionOf(locale) === "rtl" ? ["\u2068", "\u2069"] : ["", ""];
  const values: Record<string, string> = {};
  for (const { name, text } of given) {
    values[name] = NUMBERS.has(name) || text === "" ? text : from + text + to;
  }
  const written = given.find((each) => each.name === "name")?.text ?? "";
  const name = (code === "field/missing" && fieldWords(say, written)) || (values.name ?? "");
  const id =
    code === "value/wrong"
      ? (NEEDS[values.need as ValueNeed] ?? NEEDS.plain)
      : (`staff-content.remark-${dashed(code)}` as const);
  const words = say(id, {
    ...{ id: "", owner: "", stated: "", right: "", what: "", count: "", original: "" },
    ...{ ...values, name },
    language: new Intl.DisplayNames(locale, { type: "language" }).of(language) ?? "",
  });
  return values.near
    ? `${words} ${say("staff-content.remark-near", { name: values.near })}`
    : words;
};
