import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import { lessonPath } from "../../app-context/links.ts";
import { useApp } from "../../app-context/use-app.ts";
import type { LessonFailure } from "../../core/lessons.ts";
import { titleIn } from "../../domain/translated.ts";
import { useText } from "../../i18n/use-text.ts";
import { lessonFailureMessages } from "./failure-messages.ts";

export interface LessonProblemProps {
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
  const { locale } = useIntl();
  const { selection } = useSnapshot(study.state);
  const { next } = useSnapshot(progress.state);
  const nextLesson =
    failure.kind === "not-active" && selection
      ? Object.values(selection.product.lessons).find((lesson) => lesson.dbid === next)
      : undefined;
  return (
    <div className="sheet">
      <h1>{text(lessonFailureMessages[failure.kind])}</h1>
      {nextLesson ? (
        <p>
          <Link className="button" href={lessonPath(productKey, courseKey, nextLesson.key)}>
            {text("lesson-failure.next-is", { title: titleIn(nextLesson.title, locale) })}
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
