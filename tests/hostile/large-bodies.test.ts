import { expect, test } from "vitest";
import { isLong } from "../../scripts/test/round.ts";
import type { Call } from "../../src/contract/call.ts";
import { contractCalls, fillPath, nameOf } from "./support/contract-calls.ts";
import { expectSound } from "./support/expect-sound.ts";
import { expectWell } from "./support/expect-well.ts";
import { ROLES, type Role, sharedSchool } from "./support/prepared-school.ts";

/** The largest body of a call that names no other limit. */
const USUAL_BYTES = 64 * 1024;

/** Puts a text at each place of a body where an array may be, and fills it up with `fill`. */
const inEachArray = ({ body }: Call, fill: string): string => {
  const entries = (body as { entries?: Record<string, unknown> } | undefined)?.entries ?? {};
  const fields = Object.keys(entries).map((name) => `${JSON.stringify(name)}:[${fill}]`);
  return fields.length === 0 ? `[${fill}]` : `{${fields.join(",")}}`;
};

/** Bodies of a size, each of another kind of wrong. */
const KINDS: Readonly<Record<string, (call: Call, bytes: number) => string>> = {
  "wrong elements": (call, bytes) => {
    const fields = inEachArray(call, "").match(/\[\]/g)?.length ?? 1;
    return inEachArray(call, "1,".repeat((bytes / 2 - 200) / fields).slice(0, -1));
  },
  "arrays in arrays": (_call, bytes) => "[".repeat(bytes),
  "objects in objects": (_call, bytes) =>
    `${'{"a":'.repeat(bytes / 6 - 1)}1${"}".repeat(bytes / 6 - 1)}`,
  "many long keys": (_call, bytes) =>
    `{${Array.from({ length: bytes / 110 }, (_, at) => `"${String(at).padStart(100, "k")}":1`).join(",")}}`,
  "one long text": (_call, bytes) => `"${"x".repeat(bytes - 2)}"`,
  // In the memory of JavaScript they take two bytes for each character.
  "long texts in other letters": (call, bytes) => {
    const fields = inEachArray(call, "").match(/\[\]/g)?.length ?? 1;
    return inEachArray(call, `"${"Ａ".repeat((bytes / 3 - 200) / fields)}"`);
  },
};

/**
 * The most processor time of the thread that answers, for one call: others wait as long. On a quiet machine nobody is to
 * wait longer than 100 ms, and the largest bodies take 70. Beside other tests the same work takes up to twice the time.
 */
const MAX_THREAD_MS = 200;
/** Garbage that is collected meanwhile counts, too, so a call that took longer is sent again. */
const TRIES = 3;
/**
 * What the server's process may hold, in MB. It begins with 150, and comes to 230: the garbage of several bodies is
 * there before it is collected.
 */
const MAX_MB = 300;

/** Whether a person of this role may send a call. Others are answered before their body is read. */
const maySend = (role: Role, { level, open }: Call): boolean =>
  open === true || LEVELS[role] >= (level ?? 0);

const LEVELS = { nobody: -1, licence: -1, student: 0, tutor: 10, manager: 20, admin: 100 };

/** A client that is still sending when it is answered may find its connection closed before it reads the answer. */
const isCut = (reason: unknown): boolean =>
  ["ECONNRESET", "EPIPE"].includes((reason as NodeJS.ErrnoException).code ?? "");

const school = sharedSchool();
const JSON_TYPE = { "Content-Type": "application/json" };

/** Of those who are refused at most calls, one kind for each call shows that, in turn. */
const kindsFor = (role: Role, at: number) => {
  const kinds = Object.entries(KINDS);
  return isLong() || role === "student" || role === "admin"
    ? kinds
    : kinds.slice(at % kinds.length).slice(0, 1);
};

const withBody = contractCalls.filter(({ body }) => body !== undefined);

test.each(ROLES)(
  "a school answers the largest body of every call of %s soundly, whatever is wrong in it",
  async (role) => {
    const { token, headers } = school().sender(role);
    for (const [at, call] of withBody.entries()) {
      for (const [kind, make] of kindsFor(role, at)) {
        const body = Buffer.from(make(call, call.maxBytes ?? USUAL_BYTES));
        const what = `${nameOf(call)} as ${role}, ${kind}`;
        const path = fillPath(call, () => "101");
        const asking = { method: call.method, token, headers: { ...JSON_TYPE, ...headers }, body };
        let least = Number.POSITIVE_INFINITY;
        for (let tries = 0; tries < TRIES && least > MAX_THREAD_MS; tries += 1) {
          const before = school().served.threadMs() ?? 0;
          const sent = school().served.send(path, asking);
          const answer = await sent.catch((reason) => {
            if (maySend(role, call) || !isCut(reason)) throw reason;
            return null;
          });
          least = Math.min(least, (school().served.threadMs() ?? 0) - before);
          if (answer) expectSound(what, answer);
        }
        expect([what, least > MAX_THREAD_MS ? least : 0]).toEqual([what, 0]);
      }
    }
  },
);

test("a student's level is refused before the body is read", async () => {
  const token = school().token("student");
  const refused = withBody.filter(({ level }) => level !== undefined);
  const answers = await Promise.all(
    refused.map(async (call) => {
      const path = fillPath(call, () => "101");
      // A body whose end never comes would be waited for. Its rest would be read from the connection's next request.
      const headers = { ...JSON_TYPE, "Content-Length": "1000", Connection: "close" };
      const { status } = await school().served.send(path, { method: call.method, token, headers });
      return [nameOf(call), status];
    }),
  );
  expect(answers).toEqual(refused.map((call) => [nameOf(call), 403]));
});

test("a school stays healthy and small under the largest bodies", async () => {
  expectWell("the largest bodies", await school().served.end(), MAX_MB);
});
