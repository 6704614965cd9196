import { useSnapshot } from "valtio";
import { proxy } from "valtio/vanilla";
import type { App } from "../../app-context/app.ts";
import { serviceOf } from "../../app-context/service.ts";
import { useApp } from "../../app-context/use-app.ts";
import type { TaughtCourse } from "../../contract/desk.ts";
import type { Id } from "../../contract/wire.ts";
import { translated } from "../../domain/translated.ts";
import { useReads } from "../../i18n/use-reads.ts";

const create = () => proxy({ courses: [] as readonly TaughtCourse[] });

/** The courses whose students the signed-in tutor sees: those that the last list has brought. */
export const taughtCoursesOf = (app: App) => serviceOf(app, create);

/** The courses that the tutor teaches, with their titles in the interface language. */
export const useCourseTitles = (): readonly { id: Id; title: string }[] => {
  const reads = useReads();
  const { courses } = useSnapshot(taughtCoursesOf(useApp()));
  return courses.map((course) => ({ id: course.id, title: translated(course, "title", reads) }));
};

/** Filters a list by one of these courses. */
export const useCourseField = () => {
  const courses = useCourseTitles();
  const options = courses.map(({ id, title }) => [String(id), title] as const);
  return { name: "course", label: "desk.course", all: "desk.course-all", options } as const;
};
