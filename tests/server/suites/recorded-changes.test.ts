import type { Command } from "commander";
import { expect, test } from "vitest";
import { licenceKey } from "../../../src/server/activation/licences.ts";
import { createProgram } from "../../../src/server/cli/program.ts";
import type { Tables } from "../../../src/server/db/schema.ts";
import { contractCalls, nameOf } from "../../hostile/support/contract-calls.ts";
import { handIns } from "../support/hand-ins.ts";
import { requestOf } from "../support/licence-file.ts";
import { activationCalls, newMachine } from "../support/machine.ts";
import { runInProcess, runWithInput } from "../support/run-in-process.ts";
import { addTutor, addTutorWithApp, codeAt, own } from "../support/second-factor.ts";
import { openSchool, PASSWORD } from "../support/test-school.ts";

/** What a change is seen in. */
const WATCHED = [
  ...["account", "subscription", "teaches", "upload", "marked_file", "saved_comment"],
  ...["video_text", "site", "serial_number", "activation", "registration", "setting"],
  ...["totp", "passkey", "recovery_code"],
] as readonly (keyof Tables)[];

/** Sends a call or runs a command. @returns whether it was done */
type Do = () => Promise<boolean>;

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

const sent = async (level: number, path: string, json: object = {}): Promise<Do> =>
  call(path, { token: await signedIn(level), json });

const waiting = async () => {
  const { token, id } = await student();
  return { id, upload: (await handIn(token)).json.assignment.uploads[0].id as number };
};
const said = { state: "accepted", text: "", replaces: null, drawings: [] };
const video = { product: "PM", lesson: "flare", asset: "flare.webm" };
let count = 0;
/** A number that nothing else has. */
const next = (): number => {
  count += 1;
  return count;
};
const captions = async (method: string, language: string): Promise<Do> => {
  const texts = [{ start: 0, end: 1, text: `Words ${next()}` }];
  const token = await signedIn(10);
  return call("/new-video/texts", { method, token, json: { ...video, language, texts } });
};
const comment = { name: "Ours", text: "Well done", shared: true };
const sharedComment = async (method: string, json?: object) => {
  const token = await signedIn(20);
  const made = (await school.call("/desk/comments", { token, json: comment })).json.comment;
  return call(`/desk/comments/${made.id}`, { method, token, json });
};
const site = () => `https://site-${next()}.example`;
const named = async (): Promise<string> => (await school.add()).username;
/** Sends what a tutor with an authenticator app may do with it. */
const factor = async (name: string, json: object = {}): Promise<Do> => {
  const { tutor } = await addTutorWithApp(school);
  return async () =>
    (await own(school, tutor.token, name, { proof: PASSWORD, ...json })).status === 200;
};
const typed =
  (...words: string[]): Do =>
  async () =>
    (await runWithInput(words, school.variables, "a fine new seam\n")).code === 0;

/** What each call and command records, as `KIND ACTION`, and how it is prepared. */
const SENT: Readonly<Record<string, [records: string, prepare: () => Do | Promise<Do>]>> = {
  "POST /user/assignments/:id/feedback": [
    "hand-in answered",
    async () => {
      const { id, upload } = await waiting();
      const json = { student_id: id, upload_id: upload, state: "accepted", text: "" };
      return sent(10, "/user/assignments/108/feedback", json);
    },
  ],
  "POST /desk/hand-ins/:id/answer": [
    "hand-in answered",
    async () => sent(10, `/desk/hand-ins/${(await waiting()).upload}/answer`, said),
  ],
  "DELETE /desk/hand-ins/:id/answer": [
    "hand-in answer-taken-back",
    async () => {
      const path = `/desk/hand-ins/${(await waiting()).upload}/answer`;
      const token = await signedIn(10);
      await school.call(path, { token, json: said });
      return call(path, { method: "DELETE", token });
    },
  ],
  "POST /desk/comments": ["comment added", () => sent(20, "/desk/comments", comment)],
  "PUT /desk/comments/:id": [
    "comment changed",
    () => sharedComment("PUT", { ...comment, text: "Very well done" }),
  ],
  "DELETE /desk/comments/:id": ["comment removed", () => sharedComment("DELETE")],
  "POST /new-video/texts": ["lesson changed", () => captions("POST", "tr")],
  "PUT /new-video/texts": ["lesson changed", () => captions("PUT", "el")],
  "POST /user/get-serial-number": ["serial added", () => sent(100, "/user/get-serial-number")],
  "POST /user/sign-licence": [
    "licence signed",
    async () => {
      // The first signature makes the key.
      await licenceKey(school.database);
      const request = await requestOf(newMachine(), await issue());
      return sent(100, "/user/sign-licence", { request });
    },
  ],
  "POST /user/change-password": [
    "person changed",
    () => {
      const json = { current_password: PASSWORD, new_password: "a fine new seam" };
      return sent(0, "/user/change-password", json);
    },
  ],
  "POST /user/second-factor/totp": [
    "person changed",
    async () => {
      const { token } = await addTutor(school);
      const begun = (await own(school, token, "totp/begin", { proof: PASSWORD })).json;
      const json = { challenge: begun.challenge, code: codeAt(begun.secret, school.now) };
      return async () => (await own(school, token, "totp", json)).status === 200;
    },
  ],
  "POST /user/second-factor/recovery-codes": ["person changed", () => factor("recovery-codes")],
  "POST /user/second-factor/remove": ["person changed", () => factor("remove", { passkey: null })],
  "POST /staff/people/actions": [
    "person blocked",
    async () => {
      const { id } = await school.add();
      return sent(20, "/staff/people/actions", { people: [id], action: "block" });
    },
  ],
  "POST /staff/school/sites": [
    "site added",
    () => sent(100, "/staff/school/sites", { address: site() }),
  ],
  "DELETE /staff/school/sites": [
    "site removed",
    async () => {
      const token = await signedIn(100);
      const address = site();
      await school.call("/staff/school/sites", { token, json: { address } });
      const search = new URLSearchParams({ origin: address });
      return call(`/staff/school/sites?${search}`, { method: "DELETE", token });
    },
  ],
  "POST /staff/school/serials": [
    "serial added",
    () => sent(100, "/staff/school/serials", { name: "Class", seats: 2, courses: [] }),
  ],
  "POST /staff/school/serials/:serial/revoke": [
    "serial revoked",
    async () => sent(100, `/staff/school/serials/${await issue()}/revoke`),
  ],
  "site add": ["site added", () => command("site", "add", site())],
  "site remove": [
    "site removed",
    async () => {
      const address = site();
      await command("site", "add", address)();
      return command("site", "remove", address);
    },
  ],
  "serial issue": ["serial added", () => command("serial", "issue", "--seats", "2")],
  "serial revoke": ["serial revoked", async () => command("serial", "revoke", await issue())],
  key: [
    "key changed",
    async () => {
      await licenceKey(school.database);
      return command("key", "--new", "--yes");
    },
  ],
  "settings set": [
    "setting changed",
    () => command("settings", "set", "AUDIT_KEPT_DAYS", String(400 + next())),
  ],
  "user add": [
    "person added",
    () => {
      const name = `added-${next()}`;
      return typed("user", "add", name, "--email", `${name}@school.example`);
    },
  ],
  "user password": ["person password-reset", async () => typed("user", "password", await named())],
  "user set": ["person changed", async () => command("user", "set", await named(), "--level=10")],
  "user remove": ["person removed", async () => command("user", "remove", await named(), "--yes")],
};

/** The calls and commands that are not sent here, by the reason. */
const BY_REASON: Readonly<Record<string, string>> = {
  "a person's own study, messages, choices and sessions": `
    POST /user/accept-policy, POST /user/check_activation, POST /user/check_license,
    POST /user/deactivate, POST /user/assignments, PUT /user/assignments/:id/seen,
    POST /desk/messages, POST /user/messages, PUT /user/news, PUT /user/news/place,
    PUT /user/notes/:lessonId, POST /user/measurements, PUT /user/measurements/:id,
    POST /user/drafts, PUT /user/drafts/:id, DELETE /user/drafts/:id,
    DELETE /user/measurements/:id, PUT /user/progress/:lessonId/complete,
    PUT /user/progress/:lessonId/session, POST /push/renewal, PUT /user/push, DELETE /user/push,
    POST /user/login, POST /user/logout, POST /user/framed-session,
    POST /user/framed-session/restore, POST /user/forgot-password, POST /openid/confirm`,
  "recorded, as the suite of these calls shows": `
    POST /openid/session, POST /user/login/second-factor, POST /user/second-factor/passkeys,
    POST /staff/school/test-mail, DELETE /staff/texts/text, PUT /staff/texts/text,
    PUT /staff/entries, PUT /staff/assets/film-text, PUT /staff/school/brand,
    POST /staff/assets, POST /staff/people, PUT /staff/lessons/text, POST /staff/tree,
    POST /staff/tree/begin, POST /staff/lesson-files, PUT /staff/school/form,
    PUT /staff/courses/public, PUT /staff/people/:id, POST /staff/people/removals,
    PUT /staff/school/settings/:group, init, content import, content rollback, user import,
    user invite, user export, licence sign, release sign, settings unset,
    POST /staff/school/try-openid`,
  // Also drafts, which nobody else sees until they are published.
  "what goes by itself": `
    POST /user/second-factor/passkeys/begin, POST /user/second-factor/totp/begin,
    PUT /desk/hand-ins/:id/claim, DELETE /desk/hand-ins/:id/claim, POST /staff/content/uploads,
    PUT /staff/content/uploads/:checksum, PUT /staff/content/draft/files,
    POST /staff/texts/steps/:id/undo, PUT /staff/texts/readers,
    POST /staff/texts/translation/right, DELETE /staff/content/draft, POST /staff/imports,
    POST /staff/jobs/:id/stop`,
  "changes nothing": `
    POST /files/bundle, POST /staff/texts/preview, POST /staff/entries/preview,
    POST /staff/lesson-files/word, POST /staff/lessons/preview, POST /staff/tree/removal,
    POST /staff/people/removals/preview, serve, content check, content preview, content export,
    content export-source, content versions, user list, site list, serial list, doctor,
    settings list, store check, audit list`,
  // Long work records what it does in the write in which it ends; the suites of the work show it.
  "recorded by the job": `
    POST /staff/content/comparisons, POST /staff/content/draft/check,
    POST /staff/content/draft/publish, POST /staff/content/draft/zip,
    POST /staff/content/versions/:id/roll-back, POST /staff/content/versions/:id/export,
    POST /staff/imports/:id/check, POST /staff/imports/:id/run, POST /staff/school/backups`,
  "moves files that stay the same for everybody": "store migrate",
  // They are files, which no transaction has; the tests of backups show their records.
  "recorded after the file is there": "backup",
  "recorded with the rows that it brings": "restore",
};

const NOT_SENT: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(BY_REASON).flatMap(([reason, names]) =>
    names.split(",").map((name) => [name.trim(), reason]),
  ),
);

const rows = async () => {
  const found: Record<string, string[]> = {};
  for (const table of WATCHED) {
    const all = await school.rows(table);
    found[table] = all.map((row) => JSON.stringify(row)).toSorted();
  }
  return found;
};

const rename = (from: string, to: string) =>
  school.database.write((db) => db.schema.alterTable(from).renameTo(to).execute());

test("every call and every command that may change something is recorded, or it is said why not", () => {
  const calls = contractCalls.filter(({ method }) => method !== "GET").map(nameOf);
  const commands = commandsOf(createProgram({}, () => {}));
  const known = [...Object.keys(SENT), ...Object.keys(NOT_SENT)];
  expect(known.toSorted()).toEqual([...calls, ...commands].toSorted());
});

test.each(Object.entries(SENT))(
  "%s is recorded in its own transaction, and not done where it cannot be recorded",
  async (_, [records, prepare]) => {
    const send = await prepare();
    const before = await rows();
    await rename("audit", "audit_away");
    try {
      expect(await send().catch(() => false)).toBe(false);
    } finally {
      await rename("audit_away", "audit");
    }
    expect(await rows()).toEqual(before);
    const recorded = async () =>
      (await school.rows("audit", {}, "id")).map(({ kind, action }) => `${kind} ${action}`);
    const earlier = (await recorded()).length;
    expect(await send()).toBe(true);
    expect((await recorded()).slice(earlier)).toContain(records);
    expect(await rows()).not.toEqual(before);
  },
);
