import { Redirect, Route, Switch } from "wouter";
import { DESK } from "../../app-context/desk-links.ts";

/** The screens of the staff's desk. */
const StaffScreens = () => (
  <Switch>
    <Route>
      <Redirect to={DESK} replace />
    </Route>
  </Switch>
);

export default StaffScreens;
