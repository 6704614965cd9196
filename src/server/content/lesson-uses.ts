import { figureFile } from "./drawn-figures.ts";
import type { AcceptedType } from "./media-type.ts";
import type { ProblemList, Report, Say } from "./problem-list.ts";
import type { LessonUse } from "./problem-place.ts";
import type { ReferencedFiles } from "./referenced-files.ts";
import type { References } from "./references.ts";

/** A problem, or the name of something else, in a file. */
type Found = readonly [file: string, ...Parameters<Report>];

/**
 * Collects what is found in the files of a lesson. What they name is not looked up: so the result depends on
 * nothing but the files.
 */
export const collectFound = () => {
  const found: Found[] = [];
  const tell =
    (kind: LessonUse["kind"], language: string) =>
    (name: string, say: Say, more = ""): void =>
      say("", { code: "other", use: { kind, language, name, more } });
  const files = (kind: "icon" | "assignment"): Pick<ReferencedFiles, "take"> => ({
    take: (name, accepted, say) => tell(kind, "")(name, say, accepted),
  });
  return {
    found: found as readonly Found[],
    problems: {
      in:
        (file: string): Report =>
        (...problem) =>
          found.push([file, ...problem]),
    },
    references: (language: string): References => ({
      term: tell("term", language),
      lesson: tell("lesson", language),
      asset: tell("asset", language),
      number: tell("number", language),
      web: tell("web", language),
      film: tell("film", language),
      figure(name, say) {
        tell("figure", language)(name, say);
        return figureFile(name, language) ?? "";
      },
    }),
    icons: files("icon"),
    assignments: files("assignment"),
  };
};

/** What is known of the files that lessons name. */
export interface UsedFrom {
  readonly problems: Pick<ProblemList, "in">;
  /** For a text in a language. */
  readonly references: (language: string) => References;
  readonly icons: Pick<ReferencedFiles, "take">;
  readonly assignments: Pick<ReferencedFiles, "take">;
}

/** Reports the problems that were found in the files of a lesson, and looks up what they name. */
export const applyFound = (found: readonly Found[], from: UsedFrom): void => {
  for (const [file, line, message, mark] of found) {
    const report = from.problems.in(file);
    const { use, ...place } = mark;
    if (!use) {
      report(line, message, mark);
      continue;
    }
    const { kind, language, name, more } = use;
    const say: Say = (said, about) => report(line, said, { ...place, ...about });
    if (kind === "icon") from.icons.take(name, more as AcceptedType, say);
    else if (kind === "assignment") from.assignments.take(name, more as AcceptedType, say);
    else {
      const look: (name: never, say: Say, more: never) => unknown = from.references(language)[kind];
      look(name as never, say, more as never);
    }
  }
};
