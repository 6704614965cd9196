import { randomUUID } from "node:crypto";
import {
  issueSerialNumber,
  ownSerialNumber,
} from "../../../src/server/activation/serial-numbers.ts";
import { asSecret, createHandle } from "../../../src/server/secrets.ts";
import type { TestSchool } from "./test-school.ts";

const activate = (school: TestSchool, serial: string): Promise<string> =>
  school.database.write(async (db) => {
    const activation = {
      ...{ id: asSecret(randomUUID()), handle: createHandle(), serial, created: school.now },
      ...{ computer_id: randomUUID(), license_id: randomUUID(), hardware: "a loom" },
    };
    await db.insertInto("activation").values(activation).execute();
    return activation.id;
  });

/** Activates an app with a serial number of the school. @returns the activation id */
export const licensed = async (school: TestSchool, courses: number[] | null) => {
  const number = { name: "the class", seats: 3, courses };
  const serial = await school.database.write((db) =>
    issueSerialNumber(db, number, { kind: "command" }, school.now),
  );
  return { activationId: await activate(school, serial), serial };
};

/** Activates an app with a person's own serial number. @returns the activation id */
export const licensedAs = async (school: TestSchool, accountId: number): Promise<string> =>
  activate(school, await school.database.write((db) => ownSerialNumber(db, accountId, school.now)));
