import {
  ASSIGNMENTS,
  MEASUREMENTS,
  PROFILE,
  PROGRESS,
  TUTOR_TALK,
} from "../../app-context/links.ts";

export type Tab = "courses" | "today" | "assignments" | "tutor-talk" | "profile";

const TABS = new Map<string, Tab>([
  [PROGRESS, "today"],
  [ASSIGNMENTS, "assignments"],
  [TUTOR_TALK, "tutor-talk"],
  [MEASUREMENTS, "profile"],
]);

/**
 * The tab that a page belongs to; null for pages of the menus only.
 * @param path within the app
 * @param search the query, without its question mark
 */
export const currentTab = (path: string, search: string): Tab | null => {
  if (path.startsWith("/lessons/")) return "courses";
  if (path !== PROFILE) return TABS.get(path) ?? null;
  return new URLSearchParams(search).has("account") ? "profile" : "courses";
};
