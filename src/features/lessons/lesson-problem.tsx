import { useSnapshot } from "valtio";
import { Link } from "wouter";
import { CourseFailureNotice } from "../../app-context/course-failure-notice.tsx";
import { lessonPath } from "../../app-context/links.ts";
import { useApp } from "../../app-context/use-app.ts";
import { useFailureText } from "../../app-context/use-failure-text.ts";
import type { LessonFailure } from "../../core/lessons.ts";
import type { CourseFailure } from "../../core/study.ts";
import { titleIn } from "../../domain/translated.ts";
import { useReads } from "../../i18n/use-reads.ts";
import { useText } from "../../i18n/use-text.ts";

interface CourseProblemProps {
  failure: CourseFailure;
  onRetry: () => void;
}

/** Replaces a course that cannot be studied. */
export const CourseProblem = (props: CourseProblemProps) => {
  const text = useText();
  return (
    <main id="content" tabIndex={-1} className="wrap screen">
      <div className="sheet">
        <h1>{text("courses.menu")}</h1>
        <CourseFailureNotice {...props} />
      </div>
    </main>
  );
};

interface LessonProblemProps {
  failure: LessonFailure;
  productKey: string;
  courseKey: string;
  onRetry: () => void;
}

/** Replaces a lesson that cannot be read: says why, and what to do about it. */
export const LessonProblem = (props: LessonProblemProps) => {
  const { failure, productKey, courseKey, onRetry } = props;
  const { study, progress } = useApp();
  const text = useText();
  const failureText = useFailureText();
  const reads = useReads();
  const { selection } = useSnapshot(study.state);
  const { next } = useSnapshot(progress.state);
  const nextLesson =
    failure.kind === "not-active" && selection
      ? Object.values(selection.product.lessons).find((lesson) => lesson.dbid === next)
      : undefined;
  return (
    <div className="sheet">
      <h1>{failureText(failure, `lesson-failure.${failure.kind}`)}</h1>
      {nextLesson ? (
        <p>
          <Link className="button" href={lessonPath(productKey, courseKey, nextLesson.key)}>
            {text("lesson-failure.next-is", { title: titleIn(nextLesson.title, reads) })}
          </Link>
        </p>
      ) : null}
      {failure.kind === "not-active" ? (
        <p>
          <Link className="button quiet" href="/progress">
            {text("progress.title")}
          </Link>
        </p>
      ) : null}
      {failure.kind === "no-connection" ? (
        <button type="button" className="button" onClick={onRetry}>
          {text("screen.retry")}
        </button>
      ) : null}
    </div>
  );
};
