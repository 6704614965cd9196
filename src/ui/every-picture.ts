import { createContext } from "react";

/** Whether pictures are fetched wherever they are, as for paper. Hidden ones are not. */
export const EveryPicture = createContext(false);
