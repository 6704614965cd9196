import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { useApp } from "../../app-context/use-app.ts";
import { sameKey } from "../../domain/menu-position.ts";
import { translated } from "../../domain/translated.ts";

/** The title of a course in the interface language; its key if the course is unknown. */
export const useCourseTitle = (): ((courseKey: string) => string) => {
  const { locale } = useIntl();
  const { groups } = useSnapshot(useApp().courses.state);
  return (courseKey) => {
    const own = groups
      .flatMap(({ courses }) => courses)
      .find(({ course }) => sameKey(course.key, courseKey));
    return own ? translated(own.course, "title", locale) : courseKey;
  };
};
