import { useMemo } from "react";
import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import type { App } from "../../app-context/app.ts";
import { personIdOf } from "../../app-context/person-id.ts";
import { useService } from "../../app-context/service.ts";
import { translated } from "../../domain/translated.ts";
import { createPeople } from "./people-service.ts";
import { createSavedFilters } from "./saved-filters.ts";

const create = (app: App) => ({
  ...createPeople(app.transport.send),
  filters: createSavedFilters(app.machine.storage, `people-filters.v1/${personIdOf(app)}`),
});

/** The people of the school, for the staff who are signed in. */
export const usePeople = () => useService(create);

/** The courses of the school by their ids, with their titles in the interface language. */
export const useSchoolCourses = (): readonly { id: number; title: string }[] => {
  const { locale } = useIntl();
  const { courses } = useSnapshot(usePeople().school);
  return useMemo(
    () =>
      courses.map((course) => ({
        id: Number(course.id),
        title: translated(course, "title", locale),
      })),
    [courses, locale],
  );
};
