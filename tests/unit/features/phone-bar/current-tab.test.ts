import { expect, test } from "vitest";
import { currentTab } from "../../../../src/features/phone-bar/current-tab.ts";

test.each([
  ["/lessons/PM/PMB/paper", "page=2", "courses"],
  ["/profile", "", "courses"],
  ["/profile", "account", "profile"],
  ["/measurements", "table=3", "profile"],
  ["/progress", "", "today"],
  ["/assignments", "", "assignments"],
  ["/tutor-talk", "thread=7", "tutor-talk"],
  ["/faq", "", null],
])("%s?%s belongs to the tab %s", (path, search, tab) => {
  expect(currentTab(path, search)).toBe(tab);
});
