import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { useApp } from "../../app-context/use-app.ts";
import { sameKey } from "../../domain/menu-position.ts";
import { translated } from "../../domain/translated.ts";

/** What a course is called in the language of the interface; its key where the course is not known. */
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
