import { ImportScreen as Import } from "./import-screen.tsx";

/** Imports people from a table. */
export const ImportScreen = Import;
