import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "vitest";
import { importDemoSchool } from "../support/demo-school.ts";

// An import refuses a folder with problems, and prints them.
test("the demo school has no content problems", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "school-demo-content-"));
  await importDemoSchool(path.join(folder, "data"));
  await rm(folder, { recursive: true });
});
