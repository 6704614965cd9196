import { useIntl } from "react-intl";
import { Link } from "wouter";
import type { CourseFailure } from "../../core/study.ts";
import { useText } from "../../i18n/use-text.ts";

export interface CourseProblemProps {
  failure: CourseFailure;
  onRetry: () => void;
}

/** Replaces a course that cannot be studied: says why, and links back. */
export const CourseProblem = ({ failure, onRetry }: CourseProblemProps) => {
  const text = useText();
  const intl = useIntl();
  const date =
    failure.kind === "expired" ? intl.formatDate(failure.on, { dateStyle: "medium" }) : "";
  return (
    <main id="content" tabIndex={-1} className="wrap screen">
      <div className="sheet">
        <h1>{text("courses.menu")}</h1>
        <p role="alert">{text(`course-failure.${failure.kind}`, { date })}</p>
        {failure.kind === "no-connection" ? (
          <>
            <p>{text("failure.connection")}</p>
            <button type="button" className="button" onClick={onRetry}>
              {text("screen.retry")}
            </button>{" "}
          </>
        ) : null}
        <Link className="button quiet" href="/profile">
          {text("lessons.to-courses")}
        </Link>
      </div>
    </main>
  );
};
