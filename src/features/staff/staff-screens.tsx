import { useSnapshot } from "valtio";
import { Redirect, Route, Switch } from "wouter";
import { DESK } from "../../app-context/desk-links.ts";
import {
  STAFF_AUDIT,
  STAFF_COURSES,
  STAFF_IMPORT,
  STAFF_PEOPLE,
  STAFF_REPORTS,
  STAFF_SCHOOL,
} from "../../app-context/staff-links.ts";
import { useApp } from "../../app-context/use-app.ts";
import { runsSchool } from "../../domain/staff-rights.ts";
import { ChangesScreen } from "./audit/changes-screen.tsx";
import { ContentScreen } from "./content/content-screen.tsx";
import { STAFF_ENTRIES, STAFF_TEXT, STAFF_TEXTS } from "./editor/editor-links.ts";
import { EntriesScreen } from "./editor/entries-screen.tsx";
import { TextScreen } from "./editor/text-screen.tsx";
import { TextsScreen } from "./editor/texts-screen.tsx";
import ImportScreen from "./import/import-screen.tsx";
import { AddPersonScreen } from "./people/add-person-screen.tsx";
import { PeopleScreen } from "./people/people-screen.tsx";
import { PersonScreen } from "./people/person-screen.tsx";
import { ReportsScreen } from "./reports/reports-screen.tsx";
import { SchoolScreen } from "./school/school-screen.tsx";

/** The school itself is changed by administrators alone. */
const SchoolRoute = () =>
  runsSchool(useSnapshot(useApp().session.state).level) ? (
    <SchoolScreen />
  ) : (
    <Redirect to={DESK} replace />
  );

/** The screens of the staff's desk. */
const StaffScreens = () => (
  <Switch>
    <Route path={STAFF_IMPORT}>
      <ImportScreen />
    </Route>
    <Route path={STAFF_COURSES}>
      <ContentScreen />
    </Route>
    <Route path={STAFF_REPORTS}>
      <ReportsScreen />
    </Route>
    <Route path={STAFF_AUDIT}>
      <ChangesScreen />
    </Route>
    <Route path={STAFF_PEOPLE}>
      <PeopleScreen />
    </Route>
    <Route path={`${STAFF_PEOPLE}/new`}>
      <AddPersonScreen />
    </Route>
    <Route path={`${STAFF_PEOPLE}/:id`}>
      <PersonScreen />
    </Route>
    <Route path={STAFF_SCHOOL}>
      <SchoolRoute />
    </Route>
    <Route path={STAFF_TEXTS}>
      <TextsScreen />
    </Route>
    <Route path={STAFF_ENTRIES}>
      <EntriesScreen />
    </Route>
    <Route path={STAFF_TEXT}>
      <TextScreen />
    </Route>
    <Route>
      <Redirect to={DESK} replace />
    </Route>
  </Switch>
);

export default StaffScreens;
