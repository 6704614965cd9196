import { writeDraftFile } from "../../../src/contract/draft-file.ts";
import { searchTextOf } from "../../../src/server/accounts/account-search.ts";
import { createHandle, createSecret, hashOf } from "../../../src/server/secrets.ts";
import { FILES } from "../../server/support/form.ts";
import { handIns, markFirstFile } from "../../server/support/hand-ins.ts";
import { licensed, licensedAs } from "../../server/support/licence.ts";
import { PMB, TestSchool } from "../../server/support/test-school.ts";
import { ServedSchool } from "./served-school.ts";

/** Is in everything that belongs to the one student whom the others attack. */
export const MARK = "only-hers-4711";

const YEAR_MS = 31_536_000_000;

/** Limits that would answer before the code under attack does. */
const WIDE_LIMITS: Record<string, string> = {
  ACCOUNT_MESSAGES: "1000000",
  ACCOUNT_HAND_INS: "1000000",
  ACCOUNT_NOTES: "1000000",
  ACCOUNT_TABLES: "1000000",
  WRITES_PER_MINUTE: "1000000",
};

export interface PreparedSchool {
  served: ServedSchool;
  /** Its database, for a look at the rows. */
  variables: Record<string, string>;
  /** The ids of what belongs to the attacked student. */
  hers: {
    account: number;
    username: string;
    message: number;
    thread: number;
    measurement: number;
    draft: number;
    upload: number;
    serial: string;
    fileName: string;
  };
  /** A new token for a person of this level who is not the attacked student. */
  token(role: "student" | "tutor" | "manager" | "admin" | "owner"): string;
  /** An activation id of the school's own licence. */
  licence: string;
  close(): Promise<void>;
}

const TOKENS = 300;

/** A saved pattern. */
export const SKIRT = {
  name: MARK,
  draft: writeDraftFile({
    table: null,
    ...{ block: "skirt-block", values: { waist_girth: 70 }, options: {}, lengths: {} },
  }),
};

/**
 * A served school with a student who has left something of every kind.
 * @param databaseUrl undefined for SQLite
 * @param settings further settings of the server
 */
export const prepareSchool = async (
  databaseUrl: string | undefined,
  settings: Record<string, string> = {},
): Promise<PreparedSchool> => {
  const school = await TestSchool.open({ ...(databaseUrl && { databaseUrl }) });
  const { student, handIn } = handIns(() => school);
  const owner = await student();
  const { token } = owner;
  const named = { first_name: MARK, last_name: "Brand" };
  // A server that starts would mend what she is found by.
  const search_text = searchTextOf({ ...owner, ...named });
  await school.changeAccount(owner.id, { ...named, search_text });
  await school.call("/user/notes/101", { method: "PUT", token, json: { text: MARK } });
  const table = { name: MARK, is_default: 1, units: "cm", values: {} };
  const { measurement } = (await school.call("/user/measurements", { token, json: table })).json;
  const { draft } = (await school.call("/user/drafts", { token, json: SKIRT })).json;
  const file = { name: "files", fileName: `${MARK}.jpg`, body: FILES.jpeg() };
  const handedIn = await handIn(token, { comment: MARK, files: [file] });
  await markFirstFile(school.database, handedIn.json.assignment.uploads[0].id);
  const words = { subject: MARK, body: MARK };
  const { message } = (await school.message(token, words, { [`${MARK}.jpg`]: FILES.jpeg() })).json;
  await licensedAs(school, owner.id);
  const { serial } = await school.row("serial_number", { account_id: owner.id });
  const { activationId } = await licensed(school, null);

  const people = {
    owner: owner.id,
    student: (await student()).id,
    tutor: (await school.add({ level: 10, courses: [{ course: PMB }] })).id,
    manager: (await school.add({ level: 20, courses: [{ course: PMB }] })).id,
    admin: (await school.add({ level: 100 })).id,
  };
  const tokens = { owner: [], student: [], tutor: [], manager: [], admin: [] } as Record<
    string,
    string[]
  >;
  await school.database.write(async (db) => {
    for (const [role, id] of Object.entries(people)) {
      for (let count = 0; count < TOKENS; count += 1) {
        const made = createSecret();
        const now = Date.now();
        await db
          .insertInto("token")
          .values({
            ...{ hash: hashOf(made), handle: createHandle(), account_id: id },
            ...{ created: now, expires: now + YEAR_MS },
          })
          .execute();
        tokens[role]?.push(made);
      }
    }
    await db.updateTable("subscription").set({ exp_date: null }).execute();
  });
  await school.stop();
  const served = await ServedSchool.start({
    ...school.variables,
    ...WIDE_LIMITS,
    ...settings,
  });
  return {
    served,
    variables: school.variables,
    hers: {
      account: owner.id,
      username: owner.username,
      message: message.id,
      thread: message.thread,
      measurement: measurement.id,
      draft: draft.id,
      upload: handedIn.json.assignment.uploads[0].id,
      serial,
      fileName: handedIn.json.assignment.uploads[0].files[0].name,
    },
    token: (role) => {
      const next = tokens[role]?.pop();
      if (!next) throw new Error("There are no tokens left");
      return next;
    },
    licence: activationId,
    close: () => school.close(),
  };
};
