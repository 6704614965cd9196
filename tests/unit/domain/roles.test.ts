import { expect, test } from "vitest";
import { roleOf } from "../../../src/domain/roles.ts";

test.each([
  [100, "admin"],
  [99, "manager"],
  [20, "manager"],
  [19, "tutor"],
  [10, "tutor"],
  [0, "student"],
  [-1, "student"],
])("level %i is a %s", (level, role) => {
  expect(roleOf(level)).toBe(role);
});
