import { useSnapshot } from "valtio";
import { Redirect, Route, Switch } from "wouter";
import { DESK } from "../../app-context/desk-links.ts";
import {
  STAFF_CHANGES,
  STAFF_COURSES,
  STAFF_ENTRIES,
  STAFF_IMPORT,
  STAFF_LESSON_FILES,
  STAFF_PEOPLE,
  STAFF_PUBLIC_PAGE,
  STAFF_REPORTS,
  STAFF_SCHOOL,
  STAFF_TEXT,
  STAFF_TEXTS,
} from "../../app-context/staff-links.ts";
import { useApp } from "../../app-context/use-app.ts";
import { runsSchool } from "../../domain/staff-rights.ts";
import { ChangesScreen } from "../changes/public.ts";
import {
  ContentScreen,
  EntriesScreen,
  LessonFilesScreen,
  PublicPageScreen,
  TextScreen,
  TreeScreen,
} from "../courses/public.ts";
import { ImportScreen } from "../import/public.ts";
import { AddPersonScreen, PeopleScreen, PersonScreen } from "../people/public.ts";
import { ReportsScreen } from "../reports/public.ts";
import { SchoolScreen } from "../school/public.ts";

/** The school itself is changed by administrators alone. */
const SchoolRoute = () =>
  runsSchool(useSnapshot(useApp().session.state).level) ? (
    <SchoolScreen />
  ) : (
    <Redirect to={DESK} replace />
  );

const StaffScreens = () => (
  <Switch>
    <Route path={STAFF_IMPORT} component={ImportScreen} />
    <Route path={STAFF_COURSES} component={ContentScreen} />
    <Route path={STAFF_REPORTS} component={ReportsScreen} />
    <Route path={STAFF_CHANGES} component={ChangesScreen} />
    <Route path={STAFF_PEOPLE} component={PeopleScreen} />
    <Route path={`${STAFF_PEOPLE}/new`} component={AddPersonScreen} />
    <Route path={`${STAFF_PEOPLE}/:id`} component={PersonScreen} />
    <Route path={STAFF_SCHOOL} component={SchoolRoute} />
    <Route path={STAFF_TEXTS} component={TreeScreen} />
    <Route path={STAFF_LESSON_FILES} component={LessonFilesScreen} />
    <Route path={STAFF_PUBLIC_PAGE} component={PublicPageScreen} />
    <Route path={STAFF_ENTRIES} component={EntriesScreen} />
    <Route path={STAFF_TEXT} component={TextScreen} />
    <Route>
      <Redirect to={DESK} replace />
    </Route>
  </Switch>
);

export default StaffScreens;
