import type { SentAnnouncement } from "../../contract/announcements.ts";
import type { SentFaq } from "../../contract/reference.ts";
import { isDay } from "../../domain/is-day.ts";
import { LANGUAGES } from "../../domain/languages.ts";
import type { AuthorFolder } from "./author-folder.ts";
import { readFragment } from "./lesson-pages.ts";
import { parseYaml } from "./parse-yaml.ts";
import type { IdRegister, ProblemList } from "./problem-list.ts";
import { schoolReferences, type Terms } from "./references.ts";
import { readByLanguage, readText } from "./text-files.ts";
import type { YamlField } from "./yaml-field.ts";

const DATE = /^\d{4}-\d\d-\d\d$/;

const readDate = (field: YamlField | null): string => {
  const date = field?.matching(DATE, "a date such as 2026-03-31") ?? "";
  if (date === "" || isDay(date)) return date;
  field?.say(`"${date}" is not a valid date.`);
  return "";
};

/** Reads a school's announcements and the days on which they are shown. */
export const readAnnouncements = (field: YamlField | null, ids: IdRegister): SentAnnouncement[] =>
  (field?.list() ?? []).map((item) => {
    const fields = item.fields(["id", "from", "to", ...LANGUAGES]);
    const [idField, toField] = [fields.need("id"), fields.need("to")];
    const id = idField?.count() ?? 0;
    if (idField && id > 0) ids.claim(id, "another announcement", idField.say);
    const from = readDate(fields.need("from"));
    const to = readDate(toField);
    if (from && to && to < from) toField?.say('"to" is before "from".');
    const translations = readByLanguage(fields, ["title", "body"]).map((entry) => ({
      language: entry.language,
      title: entry.fields.need("title")?.text() ?? "",
      body: entry.fields.need("body")?.text() ?? "",
    }));
    return { id, from, to, translations };
  });

const FILE = "faq.yaml";

/** Reads the questions and answers. The file is optional. */
export const readFaqs = async (
  folder: AuthorFolder,
  problems: ProblemList,
  terms: Terms,
): Promise<SentFaq[]> => {
  const report = problems.in(FILE);
  const text = await folder.text(FILE, report);
  const root = text === null ? null : parseYaml(text, FILE, report);
  const references = schoolReferences(terms);
  return (root?.list() ?? []).map((item, index) => {
    const fields = item.fields(["category", ...LANGUAGES]);
    const translations = readByLanguage(fields, ["question", "answer"]).map((entry) => {
      const answer = entry.fields.need("answer")?.markdown();
      return {
        language: entry.language,
        question: entry.fields.need("question")?.text() ?? "",
        answer: answer ? readFragment(answer, references, report) : "",
      };
    });
    return {
      id: index + 1,
      order: index + 1,
      category: readText(fields.need("category")),
      translations,
    };
  });
};
