import { useEffect } from "react";
import { useSnapshot } from "valtio";
import { useParams } from "wouter";
import { FailureNotice } from "../../../app-context/failure-notice.tsx";
import { useScreenTitle } from "../../../app-context/use-screen-title.ts";
import type { DeskStudentPage } from "../../../contract/desk-students.ts";
import { useText } from "../../../i18n/use-text.ts";
import { deskFailures, hasNoDesk } from "../desk-failure.ts";
import { NoDesk } from "../no-desk.tsx";
import { StudentView } from "./student-view.tsx";
import { useStudents } from "./use-students.ts";
import { ViewFrame } from "./view-frame.tsx";

/** A student with the work of the courses that the tutor sees. */
const StudentScreen = () => {
  const { id = "" } = useParams<{ id: string }>();
  const students = useStudents();
  const text = useText();
  const page = students.page(id);
  const { value, failure } = useSnapshot(page.state);
  const isUnknown = failure?.kind === "refused" && failure.code === "student/not_found";
  const known = isUnknown ? null : (value as DeskStudentPage | null);
  useScreenTitle(known?.student.name ?? text("desk-students.name"));

  useEffect(() => {
    void page.refresh();
  }, [page]);

  return (
    <ViewFrame name={known?.student.name ?? null}>
      {isUnknown ? <p role="alert">{text("desk-students.unknown")}</p> : null}
      {!isUnknown && hasNoDesk(failure) ? <NoDesk /> : null}
      {isUnknown || hasNoDesk(failure) ? null : (
        <FailureNotice
          failure={failure}
          messages={deskFailures}
          onRetry={() => void page.refresh()}
        />
      )}
      {value || failure ? null : <p role="status">{text("desk-students.loading-one")}</p>}
      {known ? <StudentView page={known} onSent={() => void page.refresh()} /> : null}
    </ViewFrame>
  );
};

export default StudentScreen;
