import { AddPersonScreen as AddPerson } from "./add-person-screen.tsx";
import { PeopleScreen as People } from "./people-screen.tsx";
import { PersonScreen as Person } from "./person-screen.tsx";
import { REMOVED as removed } from "./removal-dialog.tsx";

/** The list of people, the form for a new one, and the page of one. */
export const PeopleScreen = People;
export const AddPersonScreen = AddPerson;
export const PersonScreen = Person;

/** The names of what a removal takes. */
export const REMOVED = removed;
