import { rm } from "node:fs/promises";
import { afterAll, describe } from "vitest";
import { otherDays } from "./suites/days.ts";
import { hostilePasswords } from "./suites/hostile-passwords.ts";
import { lookAlikeNames } from "./suites/look-alike-names.ts";
import { passkeyAttacks } from "./suites/passkey-attacks.ts";
import { pathAttacks } from "./suites/path-attacks.ts";
import { suites } from "./suites/suites.ts";
import { openSchools, TestSchool } from "./support/test-school.ts";

/** What no database can change. */
const onOneDatabase = [otherDays, lookAlikeNames, pathAttacks, hostilePasswords, passkeyAttacks];

const prepared = await TestSchool.prepare();

describe("on SQLite", () => {
  const open = openSchools((school, options) => school.open(options, prepared));
  for (const suite of [...suites, ...onOneDatabase]) describe(suite.name, () => suite(open));
  afterAll(() => rm(prepared, { recursive: true }));
});
