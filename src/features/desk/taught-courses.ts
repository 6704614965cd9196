import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { proxy } from "valtio/vanilla";
import type { App } from "../../app-context/app.ts";
import { serviceOf } from "../../app-context/service.ts";
import { useApp } from "../../app-context/use-app.ts";
import type { TaughtCourse } from "../../contract/desk.ts";
import type { Id } from "../../contract/wire.ts";
import { translated } from "../../domain/translated.ts";

const create = () => proxy({ courses: [] as readonly TaughtCourse[] });

/** The courses whose students the signed-in tutor sees: those that the last list has brought. */
export const taughtCoursesOf = (app: App) => serviceOf(app, create);

/** The courses that the tutor teaches, with their titles in the interface language. */
export const useCourseTitles = (): readonly { id: Id; title: string }[] => {
  const { locale } = useIntl();
  const { courses } = useSnapshot(taughtCoursesOf(useApp()));
  return courses.map((course) => ({ id: course.id, title: translated(course, "title", locale) }));
};
