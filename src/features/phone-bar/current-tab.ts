import { PROFILE, PROGRESS, TUTOR_TALK } from "../../app-context/links.ts";

export type Tab = "courses" | "today" | "tutor-talk" | "profile";

/**
 * The tab that a page belongs to; null for pages of the menus only.
 * @param path within the app
 * @param search the query, without its question mark
 */
export const currentTab = (path: string, search: string): Tab | null => {
  if (path.startsWith("/lessons/")) return "courses";
  if (path === PROGRESS) return "today";
  if (path === TUTOR_TALK) return "tutor-talk";
  if (path !== PROFILE) return null;
  const query = new URLSearchParams(search);
  return ["account", "table", "compare"].some((name) => query.has(name)) ? "profile" : "courses";
};
