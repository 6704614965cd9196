import type { AssignedDraft } from "../../contract/assignments.ts";
import type { SentLesson } from "../../contract/content.ts";
import { isMainLesson } from "../../domain/lesson-access.ts";
import { draftLengthNames } from "../../drafting/check-draft.ts";
import { BLOCKS, blockOf, draft } from "../../drafting/draft.ts";
import { EXAMPLE_BODY } from "../../drafting/example-body.ts";
import type { AuthorFolder } from "./author-folder.ts";
import type { LessonCache } from "./lesson-cache.ts";
import { type DraftPage, readPages } from "./lesson-pages.ts";
import { collectFound, type UsedFrom } from "./lesson-uses.ts";
import { markOf, type Report, type Say, sayUnknown } from "./problem-list.ts";
import { takeNamed } from "./referenced-files.ts";
import { type ByLanguage, openText, readText, type TextFiles } from "./text-files.ts";
import type { MarkdownText, YamlField } from "./yaml-field.ts";

/** The draft of an assignment as the author writes it: each length with the key of its lesson. */
interface DraftToCheck {
  block: string;
  lengths: { name: string; lesson: string; line: number }[];
}

/** Reads `draft` of an assignment: `block`, and `lengths`, a map from names to keys of lessons. */
const readDraftToCheck = (field: YamlField | null | undefined): DraftToCheck | null => {
  const fields = field?.fields(["block", "lengths"]);
  const blockField = fields?.need("block");
  const block = blockField?.text() ?? null;
  if (block === null) return null;
  const lengths = fields?.need("lengths")?.entries() ?? [];
  if (blockField && !blockOf(block)) {
    const known = BLOCKS.map(({ id }) => id);
    sayUnknown(blockField.say, "There is no block", "block", block, known);
    return null;
  }
  const { pattern } = draft({ block, values: EXAMPLE_BODY, options: {} });
  const names = pattern ? draftLengthNames(pattern) : [];
  return {
    block,
    lengths: lengths.flatMap((length) => {
      const { name, line, say } = length;
      if (!names.includes(name)) sayUnknown(say, `"${block}" has no length`, "number", name, names);
      const lesson = length.reference();
      return lesson === null ? [] : [{ name, lesson, line }];
    }),
  };
};

/** The draft in the contract's form: lessons have their ids. */
export const resolveDraft = (
  { block, lengths }: DraftToCheck,
  lessons: ReadonlyMap<string, { readonly id: { readonly value: number } | null }>,
  report: Report,
): AssignedDraft => ({
  block,
  lengths: lengths.map(({ name, lesson, line }) => {
    const found = lessons.get(lesson);
    const say: Say = (message, mark) =>
      report(line, message, { ...mark, path: ["assignment", "draft", "lengths", name] });
    if (!found) sayUnknown(say, "There is no lesson", "lesson", lesson, lessons.keys());
    return { name, lesson_id: found?.id?.value ?? null };
  }),
});

const TYPES = ["text", "video", "figure", "assignment"] as const satisfies SentLesson["type"][];

interface DraftAssignment {
  title: ByLanguage;
  instructions: string | null;
  image: string | null;
  criteria: ByLanguage[];
  draft: DraftToCheck | null;
}

/** A lesson as read from its own files, before its parts are resolved to lessons. */
export interface LessonDraft {
  key: string;
  path: string;
  id: { value: number; line: number } | null;
  title: ByLanguage;
  type: SentLesson["type"];
  icon: string;
  assignment: DraftAssignment | null;
  /** The school's first language before the others. One without any text is left out, unless all are. */
  pages: { language: string; pages: DraftPage[] }[];
  /** The sub-lessons of each page, which the original alone names. */
  parts: DraftPage["parts"][];
}

interface LessonContext extends UsedFrom {
  folder: AuthorFolder;
  /** The school's first language. */
  first: string;
  /** The lessons that have been read before; absent: none. */
  known?: LessonCache<ReadLesson> | undefined;
}

/** What reading the files of a lesson has given. It depends on nothing else. */
export interface ReadLesson {
  readonly draft: LessonDraft;
  readonly found: ReturnType<typeof collectFound>["found"];
}

/** Reads a lesson from its files. Several may be read at once. */
export const readLesson = (
  files: TextFiles,
  { folder, first, known }: Pick<LessonContext, "folder" | "first" | "known">,
): Promise<ReadLesson> => {
  const read = async (): Promise<ReadLesson> => {
    const { found, ...collecting } = collectFound();
    return { draft: await readFiles(files, { folder, first, ...collecting }), found };
  };
  return known ? known.get(files, { folder, first }, read) : read();
};

const readFiles = async (
  files: TextFiles,
  context: Omit<LessonContext, "known">,
): Promise<LessonDraft> => {
  const opened = await openText(files, context.folder, context.problems);
  const { head, body, report } = opened;
  const { first } = context;
  const translated = opened.translations.map(({ language, source, report: reportThere }) => ({
    ...{ language, source, report: reportThere },
    pages: readPages(source, context.references(language), reportThere, "translation/empty"),
  }));
  // Without any text students read another language.
  const others = translated.filter(({ pages }) => hasText(pages));
  const whenEmpty = others.length > 0 ? "text/not-first" : "text/missing";
  const own = body && readPages(body, context.references(first), report, whenEmpty);
  if (own) reportPartProblems(files.key, own, report);
  const isRead = own !== null && (hasText(own) || others.length === 0);
  for (const { pages, source, report: reportThere } of translated) {
    if (isRead) compare(pages, own, source, reportThere);
    reportPartsHere(pages, reportThere);
  }
  // Readers of the text itself have been told, unless its pages have parts.
  if (own?.some((page) => page.parts.length > 0) && !isRead) {
    const message = `This has no text in "${first}".`;
    report(body?.lineAt(0) ?? 1, message, markOf("text/not-first", "text"));
  }
  const pages = [
    ...(isRead ? [{ language: first, pages: own }] : []),
    ...others.map(({ language, pages: written }) => ({ language, pages: written })),
  ];
  const parts = (own ?? []).map((page) => page.parts);
  return { key: files.key, path: files.path, pages, parts, ...readHead(head, context) };
};

const hasText = (pages: readonly DraftPage[]): boolean => pages.some(({ html }) => html !== "");

const readHead = (head: YamlField | null, context: LessonContext) => {
  const fields = head?.fields(["id", "title", "type", "icon", "assignment"]);
  const idField = fields?.need("id");
  const id = idField?.count() ?? null;
  const type = fields?.need("type")?.oneOf(TYPES) ?? "text";
  const icon = takeNamed(fields?.maybe("icon"), context.icons, "picture");
  const assignment = fields?.maybe("assignment") ?? null;
  if (type === "assignment" && assignment === null) {
    fields?.need("type")?.say('A lesson of type assignment needs the field "assignment".', {
      ...{ ...markOf("field/missing", "assignment"), path: ["assignment"] },
    });
  }
  return {
    id: idField && id !== null ? { value: id, line: idField.line } : null,
    title: readText(fields?.need("title") ?? null, context.first),
    type,
    icon: icon ?? "",
    assignment: assignment && readAssignment(assignment, context),
  };
};

const readAssignment = (field: YamlField, context: LessonContext): DraftAssignment => {
  const fields = field.fields(["title", "instructions", "image", "criteria", "draft"]);
  return {
    title: readText(fields.need("title"), context.first),
    instructions: takeNamed(fields.maybe("instructions"), context.assignments, "any"),
    image: takeNamed(fields.maybe("image"), context.assignments, "picture"),
    criteria:
      fields
        .maybe("criteria")
        ?.list()
        .map((item) => readText(item, context.first)) ?? [],
    draft: readDraftToCheck(fields.maybe("draft")),
  };
};

const reportPartProblems = (key: string, pages: readonly DraftPage[], report: Report): void => {
  const parts = pages.flatMap((page) => page.parts);
  if (isMainLesson(key)) {
    if (!key.endsWith("_ml")) {
      const message = `"_ml" marks a main lesson and is allowed only at the end of its key.`;
      report(1, message, markOf("file/misnamed", key));
    }
    if (parts.length === 0) {
      const message = "A main lesson needs parts: name each in a line @part KEY.";
      report(1, message, { code: "parts/missing" });
    }
    return;
  }
  for (const { line } of parts) {
    const message = "@part is allowed only in a main lesson, whose key ends in _ml.";
    report(line, message, { code: "part/misplaced" });
  }
};

const reportPartsHere = (translated: readonly DraftPage[], report: Report): void => {
  for (const { line } of translated.flatMap((page) => page.parts)) {
    const message = "@part belongs in the original only. It applies to the translations too.";
    report(line, message, { code: "part/misplaced" });
  }
};

const compare = (
  translated: readonly DraftPage[],
  first: readonly DraftPage[],
  source: MarkdownText,
  report: Report,
): void => {
  if (translated.length === first.length || translated.length === 0) return;
  const line = (translated[first.length] ?? translated.at(-1))?.line ?? source.lineAt(0);
  const message = `This has ${count(translated.length)}, the original ${count(first.length)}.`;
  const values = { count: translated.length, original: first.length };
  report(line, message, { code: "pages/differ", values });
};

const count = (pages: number): string => (pages === 1 ? "1 page" : `${pages} pages`);
