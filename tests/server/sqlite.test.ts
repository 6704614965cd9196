import { rm } from "node:fs/promises";
import { afterAll, describe } from "vitest";
import { pathAttacks } from "./suites/path-attacks.ts";
import { suites } from "./suites/suites.ts";
import { TestSchool } from "./support/test-school.ts";

const prepared = await TestSchool.prepare();

describe("on SQLite", () => {
  for (const suite of [...suites, pathAttacks]) {
    suite((options) => TestSchool.open(options, prepared));
  }
  afterAll(() => rm(prepared, { recursive: true }));
});
