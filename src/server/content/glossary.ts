import type { SentTerm } from "../../contract/reference.ts";
import { LANGUAGES } from "../../domain/languages.ts";
import type { AuthorFolder } from "./author-folder.ts";
import { readFragment } from "./lesson-pages.ts";
import { parseYaml } from "./parse-yaml.ts";
import type { ProblemList } from "./problem-list.ts";
import { openReferencedFiles, type ReferencedFiles } from "./referenced-files.ts";
import { schoolReferences, type Terms } from "./references.ts";
import { readByLanguage } from "./text-files.ts";

const FILE = "glossary.yaml";

export interface Glossary {
  terms: SentTerm[];
  /** The keys that `(term:…)` may refer to; null when the file cannot be read. */
  keys: Terms;
  pictures: ReferencedFiles;
}

/** Reads the glossary. The file is optional. */
export const readGlossary = async (
  folder: AuthorFolder,
  problems: ProblemList,
): Promise<Glossary> => {
  const report = problems.in(FILE);
  const pictures = await openReferencedFiles(folder, problems, {
    kind: "glossary",
    product: null,
    directory: "glossary",
  });
  let keysWithout: Terms = null;
  const text = await folder.text(FILE, report, () => {
    keysWithout = new Set();
  });
  if (text === null) return { terms: [], keys: keysWithout, pictures };
  const root = parseYaml(text, FILE, report);
  if (root === null) return { terms: [], keys: null, pictures };

  const drafts = root.list().map((item) => {
    const fields = item.fields(["term", "image", ...LANGUAGES]);
    const term = fields.need("term");
    return { fields, field: term, key: term?.reference() ?? "", image: fields.maybe("image") };
  });
  const keys = new Set<string>();
  for (const { key, field } of drafts) {
    if (keys.has(key)) field?.say(`The glossary already has a term "${key}".`);
    if (key) keys.add(key);
  }
  // Collects all keys first, because a definition may refer to a later term.
  const references = schoolReferences(keys);
  const terms = drafts.map(({ fields, key, image }, index): SentTerm => {
    const picture = image?.reference() ?? null;
    if (image && picture !== null) pictures.take(picture, "picture", image.say);
    const translations = readByLanguage(fields, ["term", "definition"]).map((entry) => {
      const definition = entry.fields.need("definition")?.markdown();
      return {
        language: entry.language,
        term: entry.fields.need("term")?.text() ?? "",
        definition: definition ? readFragment(definition, references, report) : "",
      };
    });
    return { id: index + 1, term: key, image: picture, translations };
  });
  return { terms, keys, pictures };
};
