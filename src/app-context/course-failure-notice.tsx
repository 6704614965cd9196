import { useIntl } from "react-intl";
import { Link } from "wouter";
import type { CourseFailure } from "../core/study.ts";
import { useText } from "../i18n/use-text.ts";
import { FailureNotice } from "./failure-notice.tsx";

const ADVICE = { "no-connection": "failure.connection", else: "failure.connection" } as const;

interface CourseFailureNoticeProps {
  failure: CourseFailure;
  onRetry: (() => void) | undefined;
}

/** Why a course cannot be studied, and the way back to the others. */
export const CourseFailureNotice = ({ failure, onRetry }: CourseFailureNoticeProps) => {
  const text = useText();
  const { formatDate } = useIntl();
  const date = failure.kind === "expired" ? formatDate(failure.on, { dateStyle: "medium" }) : "";
  return (
    <>
      <p role="alert">{text(`course-failure.${failure.kind}`, { date })}</p>
      <FailureNotice
        failure={failure.kind === "no-connection" ? failure : null}
        messages={ADVICE}
        onRetry={onRetry}
      />
      <p>
        <Link className="button quiet" href="/profile">
          {text("lessons.to-courses")}
        </Link>
      </p>
    </>
  );
};
