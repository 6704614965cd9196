import { useSnapshot } from "valtio";
import { Redirect, Route, Switch } from "wouter";
import { DESK, DESK_STUDENTS } from "../../app-context/desk-links.ts";
import { useApp } from "../../app-context/use-app.ts";
import { isStaff } from "../../domain/staff-rights.ts";
import { StaffScreens } from "../staff/public.ts";
import { DeskNav } from "./desk-nav.tsx";
import HandInScreen from "./hand-in-screen.tsx";
import MessageScreen from "./message-screen.tsx";
import QueueScreen from "./queue-screen.tsx";
import StudentScreen from "./students/student-screen.tsx";
import StudentsScreen from "./students/students-screen.tsx";

/** The screens of those who run the school. Nobody else loads them. */
const StaffRoute = () =>
  isStaff(useSnapshot(useApp().session.state).level) ? (
    <main id="content" tabIndex={-1} className="wrap screen">
      <DeskNav />
      <StaffScreens />
    </main>
  ) : (
    <Redirect to={DESK} replace />
  );

/** The desk's screens. One route leads to all of them, so that students load no table of them. */
const DeskScreens = () => (
  <Switch>
    <Route path={DESK} component={QueueScreen} />
    <Route path={`${DESK}/hand-ins/:id`} component={HandInScreen} />
    <Route path={`${DESK}/messages/:id`} component={MessageScreen} />
    <Route path={DESK_STUDENTS} component={StudentsScreen} />
    <Route path={`${DESK_STUDENTS}/:id`} component={StudentScreen} />
    <Route path={`${DESK}/:part/*?`} component={StaffRoute} />
    <Route>
      <Redirect to={DESK} replace />
    </Route>
  </Switch>
);

export default DeskScreens;
