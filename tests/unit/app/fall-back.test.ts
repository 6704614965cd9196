import { expect, test } from "vitest";
import { openSignedIn } from "../support/open-app.ts";

const FALLBACK = { group: "gp1", product: "pm", course: "PMB", menu1: 2, menu2: 1 };

const open = async (username = "dana") => {
  const opened = await openSignedIn(username);
  await opened.boot({ restore: true });
  return opened;
};

test("a person without a selection starts at the build's own course and section", async () => {
  const { selectFallback, study, place } = await open("boss");
  expect(study.state.selection).toBeNull();
  await selectFallback(FALLBACK);
  expect(study.state.selection?.courseKey).toBe("PMB");
  expect(study.state.waiting).toBeNull();
  expect(place.positionOf("PMB")).toMatchObject({ menu1: 2, menu2: 1 });
});

test("a newcomer starts at the first open lesson if that section is closed", async () => {
  const { selectFallback, study, place } = await open();
  await selectFallback(FALLBACK);
  expect(study.state.selection?.courseKey).toBe("PMB");
  expect(place.positionOf("PMB")).toMatchObject({ menu1: 1, menu2: 1 });
});

test("a person who has reached that section starts there", async () => {
  const opened = await openSignedIn();
  for (const id of [1, 2, 5]) opened.school.people.get("dana")?.completed.set(id, "2026-03-01");
  await opened.boot({ restore: true });
  await opened.selectFallback(FALLBACK);
  expect(opened.place.positionOf("PMB")).toMatchObject({ menu1: 2, menu2: 1 });
});

test("the next lesson's section is used if the course does not have that one", async () => {
  const { selectFallback, place } = await open();
  await selectFallback({ ...FALLBACK, menu1: 9, menu2: 9 });
  expect(place.positionOf("PMB")).toMatchObject({ menu1: 1, menu2: 1 });
});

test("a selection is kept", async () => {
  const { selectFallback, study, place } = await open();
  await study.ensure("PM", "PMB");
  place.selectMenu("PMB", 1, 2);
  await selectFallback(FALLBACK);
  expect(place.positionOf("PMB")).toMatchObject({ menu1: 1, menu2: 2 });
});

test("a course of another person is not selected", async () => {
  const { selectFallback, study } = await open();
  await selectFallback({ ...FALLBACK, course: "NONE" });
  expect(study.state.selection).toBeNull();
});
