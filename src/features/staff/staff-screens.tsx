import { Redirect, Route, Switch } from "wouter";
import { DESK } from "../../app-context/desk-links.ts";
import { STAFF_IMPORT } from "../../app-context/staff-links.ts";
import ImportScreen from "./import/import-screen.tsx";

/** The screens of the staff's desk. */
const StaffScreens = () => (
  <Switch>
    <Route path={STAFF_IMPORT}>
      <ImportScreen />
    </Route>
    <Route>
      <Redirect to={DESK} replace />
    </Route>
  </Switch>
);

export default StaffScreens;
