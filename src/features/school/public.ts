import { SchoolScreen as School } from "./school-screen.tsx";

/** The settings, brand, serial numbers and state of the school, for administrators. */
export const SchoolScreen = School;
