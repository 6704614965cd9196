import { ChangesScreen as Changes } from "./changes-screen.tsx";

/** The list of what was changed at the school, by whom and when. */
export const ChangesScreen = Changes;
