import { beforeAll } from "vitest";
import type { Person, TestSchool } from "./test-school.ts";

/** Somebody who is signed in from before the tests of a group. */
export const sharedPerson = (school: TestSchool, details: Parameters<TestSchool["add"]>[0]) => {
  const person = {} as Person & { token: string };
  beforeAll(async () => {
    Object.assign(person, await school.signedIn(details));
  });
  return person;
};
