import type { SentLesson } from "../../contract/content.ts";
import { languageName } from "../../domain/languages.ts";
import { escapeHtml } from "../content/markdown-parser.ts";
import type { Services } from "../services.ts";
import { publicLessonHtml } from "./lesson-html.ts";
import type { ShownCourse } from "./public-courses.ts";
import { captionsOfFilm, FILES, fileAddress, filmForms, photoForm } from "./public-files.ts";

interface FreeLesson {
  readonly pages: readonly { readonly title: string; readonly html: string }[];
  readonly language: string;
}

/** The pixels of a photo that suit a page of text. */
const PAGE_WIDTH = 900;

/**
 * Reads the lesson of a course that everybody may read, with HTML for a page without sign-in. Its parts are lessons
 * of their own, which stay in the school.
 * @returns null for a course without one
 */
export const readFreeLesson = async (
  { database, catalogue }: Pick<Services, "database" | "catalogue">,
  { free, product }: ShownCourse,
  language: string,
): Promise<FreeLesson | null> => {
  if (!free) return null;
  const row = await database.read
    .selectFrom("lesson")
    .select("data")
    .where("dbid", "=", free.lesson.dbid)
    .executeTakeFirst();
  const languages = (row && (JSON.parse(row.data) as SentLesson).html?.languages) ?? {};
  const { current } = catalogue;
  const written = [language, current.languages[0] ?? "", "en", ...Object.keys(languages)].find(
    (each) => languages[each],
  );
  const pages = languages[written ?? ""]?.pages ?? [];
  const captions = new Map<string, string[]>();
  for (const name of new Set([...free.assets.values()].flat())) {
    const file = current.file("asset", product, name);
    if (!file?.type.startsWith("video/")) continue;
    const found = await captionsOfFilm(database.read, { entry: free, name });
    captions.set(
      name,
      [...found.keys()].map((each) => track(file.checksum, each, language)),
    );
  }
  const files = {
    address: (name: string) => {
      const file = name === "" ? undefined : current.file("asset", product, name);
      return file ? fileAddress(photoForm(file, PAGE_WIDTH)) : null;
    },
    film: (name: string) => {
      const file = current.file("asset", product, name);
      if (!file) return null;
      const [form = file] = filmForms(file);
      const source = `<source src="${fileAddress(form)}" type="${escapeHtml(form.type)}">`;
      return source + (captions.get(name) ?? []).join("");
    },
  };
  return {
    language: written ?? language,
    pages: pages.map(({ title, html }) => ({
      title: title ?? "",
      html: publicLessonHtml(html ?? "", files),
    })),
  };
};

const track = (checksum: string, language: string, shown: string): string =>
  `<track kind="captions" src="${FILES}/${checksum}-${language}.vtt" srclang="${language}" label="${escapeHtml(languageName(language))}"${language === shown ? " default" : ""}>`;
