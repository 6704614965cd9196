import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { useApp } from "../../app-context/use-app.ts";
import type { Id } from "../../contract/wire.ts";
import { translated } from "../../domain/translated.ts";

/** The courses of the school with their titles in the interface language. */
export const useCourseTitles = (): readonly { id: Id; title: string }[] => {
  const { locale } = useIntl();
  const { groups } = useSnapshot(useApp().courses.state);
  return groups.flatMap(({ courses }) =>
    courses.map(({ course }) => ({ id: course.id, title: translated(course, "title", locale) })),
  );
};

/** Gives the title of a course by its id; empty for one that is not known. */
export const useCourseTitle = (): ((id: Id | null) => string) => {
  const titles = useCourseTitles();
  return (id) => titles.find((course) => course.id === id)?.title ?? "";
};
