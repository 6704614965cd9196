import { expect, test } from "vitest";
import { openInside } from "../services/support/open-app.ts";

const FALLBACK = { group: "gp1", product: "pm", course: "PMB", menu1: 2, menu2: 1 };

const open = async () => {
  const opened = await openInside();
  await opened.boot({ restore: true });
  return opened;
};

test("who has selected nothing yet begins at the build's own course and section", async () => {
  const { fallBack, study, place } = await open();
  expect(study.state.selection).toBeNull();
  await fallBack(FALLBACK);
  expect(study.state.selection?.courseKey).toBe("PMB");
  expect(study.state.waiting).toBeNull();
  expect(place.positionOf("PMB")).toMatchObject({ menu1: 2, menu2: 1 });
});

test("what somebody has selected stays", async () => {
  const { fallBack, study, place } = await open();
  await study.ensure("PM", "PMB");
  place.selectMenu("PMB", 1, 2);
  await fallBack(FALLBACK);
  expect(place.positionOf("PMB")).toMatchObject({ menu1: 1, menu2: 2 });
});

test("a course that is not theirs is not selected", async () => {
  const { fallBack, study } = await open();
  await fallBack({ ...FALLBACK, course: "NONE" });
  expect(study.state.selection).toBeNull();
});
