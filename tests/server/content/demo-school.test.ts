import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { compileSchool } from "../../../src/server/content/compile-school.ts";

test("the demo school has no content problems", async () => {
  const folder = fileURLToPath(new URL("../../../resources/demo-school", import.meta.url));
  const result = await compileSchool(folder);
  const problems = result.ok ? [] : result.failure;
  expect(problems.map(({ file, line, message }) => `${file}:${line} ${message}`)).toEqual([]);
});
