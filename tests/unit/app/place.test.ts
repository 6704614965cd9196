import { expect, test, vi } from "vitest";
import { createMemoryMachine } from "../../../src/platform/memory/memory-machine.ts";
import { openSignedIn } from "../support/open-app.ts";
import { createSmallSchool } from "../support/small-school.ts";

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

test("at a school without person ids each person has a place of their own", async () => {
  const shared = { school: createSmallSchool(), machine: createMemoryMachine() };
  for (const person of shared.school.people.values()) person.id = 0;
  const dana = await openSignedIn("dana", shared);
  dana.stopOnSessionEnd();
  dana.place.selectCourse("PM", "PMB");
  await vi.waitFor(() => expect(shared.machine.storage.get("place.v2/dana")).toContain("PMB"));
  // The token expires: unlike signing out, this keeps the place.
  shared.school.endTokens();
  await dana.courses.load();
  expect(dana.session.state.authenticated).toBe(false);

  const boss = await openSignedIn("boss", shared);
  expect(boss.place.state.courseKey).toBeNull();
  expect((await openSignedIn("dana", shared)).place.state.courseKey).toBe("PMB");
});
