import { FALLBACK_LANGUAGE, type Language } from "../../../domain/languages.ts";
import { remarkWords } from "../../../domain/remark-words.ts";
import { serverTexts } from "../../server-texts.ts";
import type { ContentProblem } from "../school.ts";
import { sentWords } from "../sent-remark.ts";
import type { PreviewState } from "./preview-student.ts";

/** What a page of the preview shows of the state, in its language. */
interface ShownState {
  readonly version: string;
  readonly language: string;
  /** Whether something has to be mended before the content can be shown. */
  readonly isWrong: boolean;
  /** How much there is of each kind. */
  readonly summary: string;
  /** Each problem with its place; null: the whole folder. */
  readonly lists: readonly {
    readonly name: string;
    readonly items: readonly { readonly place: string | null; readonly words: string }[];
  }[];
}

/** Says the state in a language. In English problems are said in the words of the files, as the command prints them. */
export const shownState = (
  { version, hasContent, problems, warnings }: PreviewState,
  language: Language,
): ShownState => {
  const say = serverTexts(language);
  const wordsOf = (problem: ContentProblem): string =>
    language === FALLBACK_LANGUAGE
      ? problem.message
      : remarkWords(sentWords(problem) as Parameters<typeof remarkWords>[0], {
          ...{ say, locale: language, language: problem.about?.place.language ?? language },
        });
  const listOf = (id: "preview.problems" | "preview.warnings", all: readonly ContentProblem[]) =>
    all.length === 0
      ? []
      : [
          {
            name: say(id, { count: String(all.length) }),
            items: all.map((problem) => ({
              place: problem.file === "." ? null : `${problem.file}:${problem.line}`,
              words: wordsOf(problem),
            })),
          },
        ];
  const isWrong = problems.length > 0;
  const lists = [...listOf("preview.problems", problems), ...listOf("preview.warnings", warnings)];
  const names = lists.map(({ name }) => name).join(" · ");
  return {
    ...{ version, language, isWrong, lists },
    summary: isWrong && hasContent ? `${names}. ${say("preview.behind")}` : names,
  };
};
