import { Redirect, Route, Switch } from "wouter";
import { DESK, DESK_STUDENTS } from "../../app-context/desk-links.ts";
import HandInScreen from "./hand-in-screen.tsx";
import MessageScreen from "./message-screen.tsx";
import QueueScreen from "./queue-screen.tsx";
import StudentScreen from "./students/student-screen.tsx";
import StudentsScreen from "./students/students-screen.tsx";

/** The desk's screens. One route leads to all of them, so that students load no table of them. */
const DeskScreens = () => (
  <Switch>
    <Route path={DESK}>
      <QueueScreen />
    </Route>
    <Route path={`${DESK}/hand-ins/:id`}>
      <HandInScreen />
    </Route>
    <Route path={`${DESK}/messages/:id`}>
      <MessageScreen />
    </Route>
    <Route path={DESK_STUDENTS}>
      <StudentsScreen />
    </Route>
    <Route path={`${DESK_STUDENTS}/:id`}>
      <StudentScreen />
    </Route>
    <Route>
      <Redirect to={DESK} replace />
    </Route>
  </Switch>
);

export default DeskScreens;
