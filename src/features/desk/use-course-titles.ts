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

/** Filters a list by one of these courses. */
export const useCourseField = () => {
  const courses = useCourseTitles();
  const options = courses.map(({ id, title }) => [String(id), title] as const);
  return { name: "course", label: "desk.course", all: "desk.course-all", options } as const;
};
