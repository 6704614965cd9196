import { SCHOOL } from "../../../domain/audit.ts";
import { addDays, addMonths, type Day } from "../../../domain/calendar.ts";
import { TUTOR_LEVEL } from "../../../domain/roles.ts";
import { addAccount, findByUsername, subscribe } from "../../accounts/account-rows.ts";
import type { Passwords } from "../../accounts/password/passwords.ts";
import { issueSerialNumber } from "../../activation/serial-numbers.ts";
import { courseIds, schoolLanguages } from "../../content/import-school.ts";
import type { Database } from "../../db/open-database.ts";
import { readSetting, writeSetting } from "../../db/settings.ts";
import { setTaughtCourses } from "../../desk/viewer.ts";

interface DemoAccount {
  username: string;
  level: number;
  firstName: string;
  lastName: string;
  /** Whether all of the student's courses are open; if absent, one has expired. */
  hasAllCourses?: boolean;
}

/** One account of each kind, added at every start of the demo. */
export const DEMO_ACCOUNTS: readonly DemoAccount[] = [
  { username: "student", level: 0, firstName: "Dana", lastName: "Levi" },
  { username: "tutor", level: 10, firstName: "Ruth", lastName: "Okafor" },
  { username: "admin", level: 100, firstName: "Miriam", lastName: "Stern" },
];

export const passwordOf = ({ username }: DemoAccount): string => `demo-${username}`;

/** This course expires for students, so that the demo shows an expired course. */
const EXPIRED_COURSE = "PMS";

interface NewDemoAccounts {
  database: Database;
  passwords: Passwords;
  accounts: readonly DemoAccount[];
  /** The day on which they began to study. */
  registered: Day<"school">;
  today: Day<"school">;
}

/** Adds accounts with all of the school's courses. Skips names that are taken. */
export const addDemoAccounts = async (options: NewDemoAccounts): Promise<void> => {
  const { database, passwords, accounts, registered, today } = options;
  const courses = await courseIds(database.read);
  for (const account of accounts) {
    if (await findByUsername(database.read, account.username)) continue;
    const passwordHash = await passwords.hash(passwordOf(account));
    await database.write(async (db) => {
      const added = await addAccount(db, {
        ...account,
        email: `${account.username}@selvedge.example`,
        languages: await schoolLanguages(db),
        passwordHash,
        registered,
        expire: null,
      });
      if ("taken" in added) return;
      if (account.level >= TUTOR_LEVEL) await setTaughtCourses(db, added.id, "all");
      for (const [key, course_id] of courses) {
        const expired = account.level === 0 && !account.hasAllCourses && key === EXPIRED_COURSE;
        const sub_date = expired ? addMonths(today, -13) : registered;
        const exp_date = expired ? addDays(today, -30) : addMonths(registered, 24);
        const sub_months = expired ? 12 : 24;
        await subscribe(db, { account_id: added.id, course_id, sub_date, exp_date, sub_months });
      }
    });
  }
};

/** The setting that holds the serial number that the demo offers. */
const DEMO_SERIAL = "demo_serial";
const DEMO_SEATS = 20;

/** The serial number that the demo offers; null before it is issued. */
export const readDemoSerial = ({ read }: Database): Promise<string | null> =>
  readSetting(read, DEMO_SERIAL);

/** Issues the serial number that the demo offers, once. */
export const issueDemoSerial = async (database: Database): Promise<void> => {
  if ((await readDemoSerial(database)) !== null) return;
  await database.write(async (db) => {
    const details = { name: "The demo", seats: DEMO_SEATS, courses: null };
    const value = await issueSerialNumber(db, details, SCHOOL, Date.now());
    await writeSetting(db, DEMO_SERIAL, value);
  });
};
