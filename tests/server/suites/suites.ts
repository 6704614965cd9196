import type { OpenSchool } from "../support/test-school.ts";
import { contentSuite } from "./content.ts";
import { conventionSuite } from "./conventions.ts";
import { fileSuite } from "./files.ts";
import { hostileInputSuite } from "./hostile-input.ts";
import { passwordSuite } from "./passwords.ts";
import { progressSuite } from "./progress.ts";
import { signInSuite } from "./sign-in.ts";

/** All that a school promises, whatever database it stands on. */
export const suites: readonly ((open: OpenSchool) => void)[] = [
  signInSuite,
  passwordSuite,
  contentSuite,
  fileSuite,
  progressSuite,
  conventionSuite,
  hostileInputSuite,
];
