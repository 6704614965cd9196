import { useIntl } from "react-intl";
import type { RemarkCode, SaidRemark } from "../contract/remark.ts";
import type { MessageId } from "../i18n/message-id.ts";
import { useReads } from "../i18n/use-reads.ts";
import { type Text, useText } from "../i18n/use-text.ts";

/** The names of fields as forms have them, by the end of their place. */
const FIELDS: Readonly<Record<string, MessageId>> = {
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
};

/** What the form calls a field, by its place; empty if it has no name there. */
export const fieldWords = (text: Text, path: string): string => {
  const known = path.split(/[/.]/).findLast((name) => FIELDS[name]);
  const id = known && FIELDS[known];
  return id ? text(id) : "";
};

type Dashed<Code> = Code extends `${infer Area}/${infer Kind}` ? `${Area}-${Kind}` : Code;

/** The end of the id of a kind's message. */
const dashed = (code: RemarkCode) => code.replace("/", "-") as Dashed<RemarkCode>;

/**
 * Says remarks of the check in words of the form.
 * @returns a function of a remark, and the language of its text; absent: the school's first one
 */
export const useRemarkWords = (): ((
  remark: Pick<SaidRemark, "code" | "values">,
  language?: string,
) => string) => {
  const text = useText();
  const { locale } = useIntl();
  const languages = new Intl.DisplayNames(locale, { type: "language" });
  const [, first = locale] = useReads();
  return ({ code, values: given }, language) => {
    const values = Object.fromEntries(given.map(({ name, text: words }) => [name, words]));
    const name = (code === "field/missing" && fieldWords(text, values.name ?? "")) || values.name;
    const words = text(`staff-content.remark-${dashed(code)}`, {
      ...{ id: "", owner: "", stated: "", right: "", need: "", what: "", original: 0 },
      ...values,
      ...{
        language: languages.of(language || first) ?? "",
        name: name ?? "",
      },
      count: Number(values.count ?? 0),
    });
    return values.near
      ? `${words} ${text("staff-content.remark-near", { name: values.near })}`
      : words;
  };
};
