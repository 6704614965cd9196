import { expect, test } from "vitest";
import { openSignedIn } from "../support/open-app.ts";

const FALLBACK = { product: "pm", course: "PMB", menu1: 2, menu2: 1 };

const open = async (username = "dana", completed: readonly number[] = []) => {
  const opened = await openSignedIn(username);
  for (const id of completed) opened.school.people.get(username)?.completed.set(id, "2026-03-01");
  await opened.boot({ restore: true });
  return opened;
};

test.each<[string, string, number[], object, object]>([
  ["an administrator", "boss", [], {}, { menu1: 2, menu2: 1 }],
  ["a person who has reached it", "dana", [1, 2, 5], {}, { menu1: 2, menu2: 1 }],
  ["a newcomer, but at the first open lesson,", "dana", [], {}, { menu1: 1, menu2: 1 }],
  ["nobody if it is not there", "dana", [], { menu1: 9, menu2: 9 }, { menu1: 1, menu2: 1 }],
])(
  "without a selection the build's own section opens for %s",
  async (_, username, completed, change, position) => {
    const { selectFallback, study, place } = await open(username, completed);
    expect(study.state.selection).toBeNull();
    await selectFallback({ ...FALLBACK, ...change });
    expect(study.state).toMatchObject({ selection: { courseKey: "PMB" }, waiting: null });
    expect(place.positionOf("PMB")).toMatchObject(position);
  },
);

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
