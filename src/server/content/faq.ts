import type { SentFaq } from "../../contract/reference.ts";
import { LANGUAGES } from "../../domain/languages.ts";
import type { AuthorFolder } from "./author-folder.ts";
import { readFragment } from "./lesson-pages.ts";
import { parseYaml } from "./parse-yaml.ts";
import type { ProblemList } from "./problem-list.ts";
import { schoolReferences, type Terms } from "./references.ts";
import { readByLanguage, readText } from "./texts-by-language.ts";

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
