import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { useApp } from "../../app-context/use-app.ts";
import type { Id } from "../../contract/wire.ts";
import { translated } from "../../domain/translated.ts";
import { taughtCoursesOf } from "./taught-courses.ts";

/** The courses that the tutor teaches, with their titles in the interface language. */
export const useCourseTitles = (): readonly { id: Id; title: string }[] => {
  const { locale } = useIntl();
  const { courses } = useSnapshot(taughtCoursesOf(useApp()));
  return courses.map((course) => ({ id: course.id, title: translated(course, "title", locale) }));
};
