import { describe } from "vitest";
import { suites } from "./suites/suites.ts";
import { TestSchool } from "./support/test-school.ts";

describe("on SQLite", () => {
  for (const suite of suites) suite((options) => TestSchool.open(options));
});
