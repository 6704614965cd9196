import { afterAll, beforeAll } from "vitest";
import { writeDraftFile } from "../../../src/contract/draft-file.ts";
import { searchTextOf } from "../../../src/server/accounts/account-search.ts";
import { createHandle, createSecret, hashOf, type Secret } from "../../../src/server/secrets.ts";
import type { Asking } from "../../server/support/client.ts";
import { FILES } from "../../server/support/form.ts";
import { handIns, markFirstFile } from "../../server/support/hand-ins.ts";
import { licensed, licensedAs } from "../../server/support/licence.ts";
import { PMB, TestSchool } from "../../server/support/test-school.ts";
import { serveSchool } from "./served-school.ts";

/** Who sends a call: nobody, an app with a licence, another student, a tutor, a manager, an administrator. */
export const ROLES = ["nobody", "licence", "student", "tutor", "manager", "admin"] as const;
export type Role = (typeof ROLES)[number];

/** Is in everything that belongs to the one student whom the others attack. */
export const MARK = "only-hers-4711";

const YEAR_MS = 31_536_000_000;

/** Limits that would answer before the code under attack does. */
const WIDE_LIMITS = Object.fromEntries(
  ["ACCOUNT_MESSAGES", "ACCOUNT_HAND_INS", "ACCOUNT_NOTES", "ACCOUNT_TABLES", "WRITES_PER_MINUTE"]
    // Far more than the attacks send.
    .map((limit) => [limit, "1000000"]),
);

const TOKENS = 300;

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
 */
const prepareSchool = async (databaseUrl: string | undefined) => {
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
  const [upload] = handedIn.json.assignment.uploads;
  await markFirstFile(school.database, upload.id);
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
  const tokens: Record<string, string[]> = {};
  await school.database.write(async (db) => {
    for (const [role, account_id] of Object.entries(people)) {
      const made = Array.from({ length: TOKENS }, createSecret);
      const times = { created: Date.now(), expires: Date.now() + YEAR_MS };
      const row = (token: Secret) => ({ hash: hashOf(token), handle: createHandle(), account_id });
      const rows = made.map((token) => ({ ...row(token), ...times }));
      await db.insertInto("token").values(rows).execute();
      tokens[role] = made;
    }
    await db.updateTable("subscription").set({ exp_date: null }).execute();
  });
  await school.stop();
  const served = await serveSchool({ ...school.variables, ...WIDE_LIMITS });
  const tokenOf = (role: keyof typeof people): string => {
    const next = tokens[role]?.pop();
    if (!next) throw new Error("There are no tokens left");
    return next;
  };
  return {
    served,
    /** Where its database is, for a look at the rows. */
    variables: school.variables,
    /** The ids of what belongs to the attacked student. */
    hers: {
      ...{ account: owner.id, username: owner.username, serial },
      message: message.id as number,
      thread: message.thread as number,
      measurement: measurement.id as number,
      draft: draft.id as number,
      upload: upload.id as number,
      fileName: upload.files[0].name as string,
    },
    /** A new token for a person of this level; the owner is the attacked student. */
    token: tokenOf,
    /** What somebody of this role sends with a call, such as a licence of the school. */
    sender(role: Role): Pick<Asking, "headers" | "token"> {
      if (role === "nobody") return {};
      if (role === "licence") return { headers: { "X-License": activationId } };
      return { token: tokenOf(role) };
    },
    close: () => school.close(),
  };
};

export type PreparedSchool = Awaited<ReturnType<typeof prepareSchool>>;

/** Such a school, from before the tests of a group until after them. */
export const sharedSchool = (
  databaseUrl: () => Promise<string | undefined> = async () => undefined,
): (() => PreparedSchool) => {
  let school: PreparedSchool;
  beforeAll(async () => {
    school = await prepareSchool(await databaseUrl());
  });
  afterAll(() => school.close());
  return () => school;
};
