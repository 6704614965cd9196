import { Passwords } from "../../../src/server/accounts/password/passwords.ts";
import type { Figures } from "../report.ts";
import { PASSWORD } from "./calls.ts";
import { openLoadedSchool } from "./loaded-school.ts";
import { type LoadOptions, measurePhases } from "./phases.ts";

const STUDENTS = 2000;
/** To check a password takes 20 to 40 ms of a core: a few in the queue are a second. */
const STORM = { name: "sign-ins", limitMs: 1000, from: 10, comesBack: true };

/** Measures storms of sign-ins. All come from one address, as from a class. */
export const measure = async (options: LoadOptions): Promise<Figures> => {
  // They share a hash, which costs as much to verify as hashes of their own.
  const passwordHash = await new Passwords().hash(PASSWORD);
  await using school = await openLoadedSchool({
    ...{ calls: "sign-in", students: STUDENTS, passwordHash },
  });
  return (await measurePhases(school, STORM, options)).figures;
};
