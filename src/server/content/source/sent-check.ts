import type { SentAnswer } from "../../../contract/call.ts";
import { type getStaffContent, LESSON_CHANGES } from "../../../contract/staff-content.ts";
import { sentRemark } from "../sent-remark.ts";
import { titlesOf } from "../text-files.ts";
import type { ChangedCourse } from "./changed-courses.ts";
import type { PublishedSummary } from "./publish-source.ts";
import type { SourceVersion } from "./source-rows.ts";
import type { CheckedDraft } from "./source-work.ts";

type Sent = SentAnswer<typeof getStaffContent>;
type SentCheck = NonNullable<NonNullable<Sent["draft"]>["checked"]>;
type SentSummary = Sent["versions"][number]["summary"];

/** Nobody reads longer lists. */
const MAX_PROBLEMS = 500;
const MAX_CHANGES = 1000;

const sentCourse = ({ key, title, change, students, outline, lessons }: ChangedCourse) => ({
  ...{ key, titles: titlesOf(title), change, students, outline, lessons },
});

export const sentSummary = ({ summary }: Pick<SourceVersion, "summary">): SentSummary => {
  if (summary === null) return null;
  const { course, rolledBackTo, courses, others }: PublishedSummary = JSON.parse(summary);
  return {
    ...{ course: course ?? "", rolled_back_to: rolledBackTo },
    ...{ courses: courses.map(sentCourse), others: [...others] },
  };
};

/** What a check has found, as it is sent. Long lists end early. */
export const sentCheck = ({ problems, warnings, found }: CheckedDraft): SentCheck => ({
  problems: problems.slice(0, MAX_PROBLEMS).map(sentRemark),
  problem_count: problems.length,
  warnings: warnings.slice(0, MAX_PROBLEMS).map(sentRemark),
  warning_count: warnings.length,
  found: found && {
    products: found.products,
    courses: found.courses,
    lessons: found.lessons,
    changes: Object.fromEntries(
      LESSON_CHANGES.map((change) => [
        change,
        found.changes.lessons.filter(({ changes }) => changes.includes(change)).length,
      ]),
    ) as Record<(typeof LESSON_CHANGES)[number], number>,
    changed_lessons: found.changes.lessons
      // Those that students are in the middle of come first.
      .toSorted((a, b) => b.studying - a.studying)
      .slice(0, MAX_CHANGES)
      .map(({ title, courses, ...lesson }) => ({
        ...{ product: lesson.product, key: lesson.key, studying: lesson.studying },
        ...{ changes: [...lesson.changes], titles: titlesOf(title), courses: [...courses] },
      })),
    changed_courses: found.changes.courses.slice(0, MAX_CHANGES).map(sentCourse),
    others: [...found.changes.others],
    untranslated: found.untranslated.map(({ language, missing }) => ({
      language,
      missing: missing.map(({ names, ...kind }) => ({ ...kind, names: [...names] })),
    })),
  },
});
