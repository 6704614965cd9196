import { SCHOOL } from "../../../domain/audit.ts";
import { issueSerialNumber } from "../../activation/serial-numbers.ts";
import type { Database } from "../../db/open-database.ts";
import { readSetting, writeSetting } from "../../db/settings.ts";

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
