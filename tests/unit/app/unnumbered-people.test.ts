import { expect, test, vi } from "vitest";
import { createMemoryMachine } from "../../../src/platform/memory/memory-machine.ts";
import { openSignedIn } from "../support/open-app.ts";
import { createSmallSchool } from "../support/small-school.ts";

/** A school whose sign-in answers contain no person id. */
const createUnnumberedSchool = () => {
  const school = createSmallSchool();
  for (const person of school.people.values()) person.id = 0;
  return school;
};

test("at a school without person ids each person has a place of their own", async () => {
  const shared = { school: createUnnumberedSchool(), machine: createMemoryMachine() };
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
