import { lazily } from "../../ui/lazily.tsx";
import { part } from "./part.ts";

/** The search across the lessons of a course. */
export const loadSearch = part(
  "study-tools",
  () => import(/* webpackChunkName: "study-tools" */ "./lesson-search.tsx"),
);
export const Search = lazily(loadSearch);

/** Note, print and pattern sheet of a lesson. */
export const loadTool = part(
  "study-tools",
  () => import(/* webpackChunkName: "study-tools" */ "./lesson-tool.tsx"),
);
export const Tool = lazily(loadTool);
