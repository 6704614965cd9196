import type { Command } from "commander";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { licenceKey } from "../../../src/server/activation/licences.ts";
import { createProgram } from "../../../src/server/cli/program.ts";
import type { Tables } from "../../../src/server/db/schema.ts";
import { contractCalls, nameOf } from "../../hostile/support/contract-calls.ts";
import { handIns } from "../support/hand-ins.ts";
import { requestOf } from "../support/licence-file.ts";
import { activationCalls, newMachine } from "../support/machine.ts";
import { NOT_SENT } from "../support/recorded.ts";
import { runInProcess, runWithInput } from "../support/run-in-process.ts";
import { addApp, addTutor, codeAt, own } from "../support/second-factor.ts";
import { openSchool, PASSWORD } from "../support/test-school.ts";

/** What a change is seen in. */
const WATCHED = [
  ...["account", "subscription", "teaches", "upload", "marked_file", "saved_comment"],
  ...["video_text", "site", "serial_number", "activation", "registration", "setting"],
  ...["totp", "passkey", "recovery_code"],
] as readonly (keyof Tables)[];

/** Sends a call or runs a command. @returns whether it was done */
type Do = () => Promise<boolean>;

interface Sent {
  /** What it records, as `KIND ACTION`. */
  readonly records: string;
  /** Makes what it needs, and gives it back. */
  prepare(): Promise<Do>;
}

const commandsOf = (command: Command, words: readonly string[] = []): string[] =>
  command.commands.length === 0
    ? [words.join(" ")]
    : command.commands.flatMap((each) => commandsOf(each, [...words, each.name()]));

const school = openSchool.shared();
const { student, handIn } = handIns(() => school);
const { issue } = activationCalls(() => school);
const signedIn = async (level: number) => school.token(await school.add({ level }));

const call =
  (path: string, asking: object): Do =>
  async () =>
    (await school.call(path, asking)).status < 300;
const command =
  (...words: string[]): Do =>
  async () =>
    (await runInProcess(words, school.variables)).code === 0;

const waiting = async (): Promise<number> => {
  const { token } = await student();
  return (await handIn(token)).json.assignment.uploads[0].id;
};
const said = { state: "accepted", text: "", replaces: null, drawings: [] };
const video = { product: "PM", lesson: "flare", asset: "flare.webm" };
let count = 0;
/** A number that nothing else has. */
const next = (): number => {
  count += 1;
  return count;
};
const captions = async (method: string): Promise<Do> => {
  const texts = [{ start: 0, end: 1, text: `Words ${next()}` }];
  const language = method === "POST" ? "tr" : "el";
  const json = { ...video, language, texts };
  return call("/new-video/texts", { method, token: await signedIn(10), json });
};
const comment = { name: "Ours", text: "Well done", shared: true };
const sharedComment = async () => {
  const token = await signedIn(20);
  const { json } = await school.call("/desk/comments", { token, json: comment });
  return { token, path: `/desk/comments/${json.comment.id}` };
};
const site = () => `https://site-${next()}.example`;
const named = async (): Promise<string> => (await school.add()).username;

const SENT: Readonly<Record<string, Sent>> = {
  "POST /user/assignments/:id/feedback": {
    records: "hand-in answered",
    prepare: async () => {
      const { token, id } = await student();
      const upload = (await handIn(token)).json.assignment.uploads[0].id;
      const json = { student_id: id, upload_id: upload, state: "accepted", text: "" };
      return call("/user/assignments/108/feedback", { token: await signedIn(10), json });
    },
  },
  "POST /desk/hand-ins/:id/answer": {
    records: "hand-in answered",
    prepare: async () =>
      call(`/desk/hand-ins/${await waiting()}/answer`, { token: await signedIn(10), json: said }),
  },
  "DELETE /desk/hand-ins/:id/answer": {
    records: "hand-in answer-taken-back",
    prepare: async () => {
      const path = `/desk/hand-ins/${await waiting()}/answer`;
      const token = await signedIn(10);
      await school.call(path, { token, json: said });
      return call(path, { method: "DELETE", token });
    },
  },
  "POST /desk/comments": {
    records: "comment added",
    prepare: async () => call("/desk/comments", { token: await signedIn(20), json: comment }),
  },
  "PUT /desk/comments/:id": {
    records: "comment changed",
    prepare: async () => {
      const { path, token } = await sharedComment();
      return call(path, { method: "PUT", token, json: { ...comment, text: "Very well done" } });
    },
  },
  "DELETE /desk/comments/:id": {
    records: "comment removed",
    prepare: async () => {
      const { path, token } = await sharedComment();
      return call(path, { method: "DELETE", token });
    },
  },
  "POST /new-video/texts": { records: "lesson changed", prepare: () => captions("POST") },
  "PUT /new-video/texts": { records: "lesson changed", prepare: () => captions("PUT") },
  "POST /user/get-serial-number": {
    records: "serial added",
    prepare: async () => {
      const person = await school.add({ level: 100 });
      return call("/user/get-serial-number", { token: await school.token(person), json: {} });
    },
  },
  "POST /user/sign-licence": {
    records: "licence signed",
    prepare: async () => {
      // The first signature makes the key.
      await licenceKey(school.database);
      const request = await requestOf(newMachine(), await issue());
      return call("/user/sign-licence", { token: await signedIn(100), json: { request } });
    },
  },
  "POST /user/change-password": {
    records: "person changed",
    prepare: async () => {
      const json = { current_password: PASSWORD, new_password: "a fine new seam" };
      return call("/user/change-password", { token: await signedIn(0), json });
    },
  },
  "POST /user/second-factor/totp": {
    records: "person changed",
    prepare: async () => {
      const { token } = await addTutor(school);
      const { challenge, secret } = (await own(school, token, "totp/begin", { proof: PASSWORD }))
        .json;
      const json = { challenge, code: codeAt(secret, school.now) };
      return async () => (await own(school, token, "totp", json)).status === 200;
    },
  },
  "POST /user/second-factor/recovery-codes": {
    records: "person changed",
    prepare: async () => {
      const tutor = await addTutor(school);
      await addApp(school, tutor);
      const json = { proof: PASSWORD };
      return async () => (await own(school, tutor.token, "recovery-codes", json)).status === 200;
    },
  },
  "POST /user/second-factor/remove": {
    records: "person changed",
    prepare: async () => {
      const tutor = await addTutor(school);
      await addApp(school, tutor);
      const json = { proof: PASSWORD, passkey: null };
      return async () => (await own(school, tutor.token, "remove", json)).status === 200;
    },
  },
  "POST /staff/people/actions": {
    records: "person blocked",
    prepare: async () => {
      const { id } = await school.add();
      const json = { people: [id], action: "block" };
      return call("/staff/people/actions", { token: await signedIn(20), json });
    },
  },
  "POST /staff/school/sites": {
    records: "site added",
    prepare: async () =>
      call("/staff/school/sites", { token: await signedIn(100), json: { address: site() } }),
  },
  "DELETE /staff/school/sites": {
    records: "site removed",
    prepare: async () => {
      const token = await signedIn(100);
      const address = site();
      await school.call("/staff/school/sites", { token, json: { address } });
      const search = new URLSearchParams({ origin: address });
      return call(`/staff/school/sites?${search}`, { method: "DELETE", token });
    },
  },
  "POST /staff/school/serials": {
    records: "serial added",
    prepare: async () => {
      const json = { name: "Class", seats: 2, courses: [] };
      return call("/staff/school/serials", { token: await signedIn(100), json });
    },
  },
  "POST /staff/school/serials/:serial/revoke": {
    records: "serial revoked",
    prepare: async () => {
      const path = `/staff/school/serials/${await issue()}/revoke`;
      return call(path, { method: "POST", token: await signedIn(100) });
    },
  },
  "site add": { records: "site added", prepare: async () => command("site", "add", site()) },
  "site remove": {
    records: "site removed",
    prepare: async () => {
      const address = site();
      await command("site", "add", address)();
      return command("site", "remove", address);
    },
  },
  "serial issue": {
    records: "serial added",
    prepare: async () => command("serial", "issue", "--seats", "2"),
  },
  "serial revoke": {
    records: "serial revoked",
    prepare: async () => command("serial", "revoke", await issue()),
  },
  key: {
    records: "key changed",
    prepare: async () => {
      await licenceKey(school.database);
      return command("key", "--new", "--yes");
    },
  },
  "settings set": {
    records: "setting changed",
    prepare: async () => command("settings", "set", "AUDIT_KEPT_DAYS", String(400 + next())),
  },
  "user add": {
    records: "person added",
    prepare: async () => {
      const name = `added-${next()}`;
      const words = ["user", "add", name, "--email", `${name}@school.example`];
      const input = "a fine new seam\n";
      return async () => (await runWithInput(words, school.variables, input)).code === 0;
    },
  },
  "user password": {
    records: "person password-reset",
    prepare: async () => {
      const words = ["user", "password", await named()];
      const input = "a fine new seam\n";
      return async () => (await runWithInput(words, school.variables, input)).code === 0;
    },
  },
  "user set": {
    records: "person changed",
    prepare: async () => command("user", "set", await named(), "--level", "10"),
  },
  "user remove": {
    records: "person removed",
    prepare: async () => command("user", "remove", await named(), "--yes"),
  },
};

const rows = async () => {
  const found: Record<string, string[]> = {};
  for (const table of WATCHED) {
    const all = await school.database.read.selectFrom(table).selectAll().execute();
    found[table] = all.map((row) => JSON.stringify(row)).toSorted();
  }
  return found;
};

const rename = (from: string, to: string) =>
  school.database.write((db) =>
    sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(db),
  );

test("every call and every command that may change something is recorded, or it is said why not", () => {
  const calls = contractCalls.filter(({ method }) => method !== "GET").map(nameOf);
  const commands = commandsOf(createProgram({}, () => {}));
  const known = [...Object.keys(SENT), ...Object.keys(NOT_SENT)];
  expect(known.toSorted()).toEqual([...calls, ...commands].toSorted());
});

describe("who changes something", () => {
  test.each(Object.entries(SENT))(
    "%s is recorded in its own transaction, and not done where it cannot be recorded",
    async (_, { prepare, records }) => {
      const send = await prepare();
      const before = await rows();
      await rename("audit", "audit_away");
      try {
        expect(await send().catch(() => false)).toBe(false);
      } finally {
        await rename("audit_away", "audit");
      }
      expect(await rows()).toEqual(before);
      const last = await school.database.read
        .selectFrom("audit")
        .select("id")
        .orderBy("id", "desc")
        .limit(1)
        .executeTakeFirst();
      expect(await send()).toBe(true);
      const recorded = await school.database.read
        .selectFrom("audit")
        .select(["kind", "action"])
        .where("id", ">", last?.id ?? 0)
        .execute();
      expect(recorded.map(({ kind, action }) => `${kind} ${action}`)).toContain(records);
      expect(await rows()).not.toEqual(before);
    },
  );
});
