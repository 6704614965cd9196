import { setTimeout as pause } from "node:timers/promises";
import { addAccount } from "../../src/server/db/accounts.ts";
import { openDatabase } from "../../src/server/db/open-database.ts";
import { Passwords } from "../../src/server/passwords.ts";
import { startSchool } from "../school/start-school.ts";
import { importDemoSchool } from "./prepared-school.ts";
import type { Figures } from "./report.ts";

const STUDENTS = 1000;
const STORM_MS = 10_000;
const PASSWORD = "thimble and thread";

const nameOf = (at: number): string => `storm-${at}`;

/** Adds the students. They share a hash, which costs as much to verify as hashes of their own. */
const addStudents = async (dataDir: string): Promise<void> => {
  const passwordHash = await new Passwords().hash(PASSWORD);
  const database = await openDatabase(dataDir, null);
  await database.write(async (db) => {
    for (let at = 0; at < STUDENTS; at += 1) {
      await addAccount(db, {
        username: nameOf(at),
        email: `${nameOf(at)}@selvedge.example`,
        firstName: "Storm",
        lastName: String(at),
        level: 0,
        languages: ["en"],
        passwordHash,
        registered: "2026-01-15",
        expire: null,
      });
    }
  });
  await database.close();
};

/** Signs in. @returns the status, and the seconds until the answer; status 0: no answer */
const signIn = async (url: string, username: string) => {
  const started = performance.now();
  const status = await fetch(`${url}/api/user/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username, password: PASSWORD, sessionId: null }),
  })
    .then((answer) => answer.text().then(() => answer.status))
    .catch(() => 0);
  return { status, seconds: (performance.now() - started) / 1000 };
};

/**
 * Measures a storm: a thousand people sign in within ten seconds, all of them behind one address and
 * none of them on a device that the school knows.
 */
export const measure = async (): Promise<Figures> => {
  using data = await importDemoSchool();
  await addStudents(data.path);
  await using school = await startSchool({ dataDir: data.path });
  const storm = Array.from({ length: STUDENTS }, async (_, at) => {
    await pause((at * STORM_MS) / STUDENTS);
    return signIn(school.url, nameOf(at));
  });
  const answers = await Promise.all(storm);
  const longest = Math.max(...answers.map(({ seconds }) => seconds));
  const refused = answers.filter(({ status }) => status !== 200);
  console.log(
    `  ${STUDENTS - refused.length} of ${STUDENTS} signed in, the slowest after ${longest.toFixed(1)} s`,
  );
  return {
    "the slowest of 1,000 sign-ins in 10 s": longest,
    "sign-ins refused or lost": refused.length,
  };
};
