import type * as v from "valibot";
import { describe, expect, test } from "vitest";
import { isLong } from "../../../scripts/test/round.ts";
import {
  corporaPresent,
  corpusLines,
  naughtyStrings,
  SQL_LISTS,
  WITHOUT_CORPORA,
} from "../../server/support/corpora.ts";
import { BOUNDARY } from "../../server/support/form.ts";
import fc from "../../support/fast-check.ts";
import { testLimitMs } from "../../support/limits.ts";
import { contractCalls, fillPath, nameOf } from "../support/contract-calls.ts";
import { expectSound } from "../support/expect-sound.ts";
import { expectWell } from "../support/expect-well.ts";
import { hostileBody, hostileSegment, hostileText } from "../support/hostile-values.ts";
import { sharedSchool } from "../support/prepared-school.ts";
import { roles } from "./roles.ts";

const RUNS = isLong() ? 1000 : 8;

const LISTS = [
  ...SQL_LISTS,
  ...["JHADDIX_LFI", "deep_traversal", "directory_traversal", "Linux-files", "Windows-files"].map(
    (list) => `patt-path-traversal/${list}.txt`,
  ),
];
/** The short form takes every so many lines, so that each list is in it. */
const EVERY = isLong() ? 1 : 211;
const AT_ONCE = 8;

const HEADERS = [
  ...["Range", "If-None-Match", "If-Range", "Idempotency-Key", "X-Queued-At", "Accept-Encoding"],
  ...["Accept-Language", "Origin", "Host", "Content-Type", "X-Forwarded-For", "X-License"],
];

const headerValue = fc.oneof(
  fc.constantFrom(
    ...["bytes=-1", "bytes=9-1,5-", "bytes=99999999999999999999-", "*", '"', "W/"],
    ...["br;q=NaN, zstd;q=9, *;q=0", "1970-01-01T00:00:00Z", "+275760-09-13T00:00:00.001Z"],
    ...["multipart/form-data", "multipart/form-data; boundary=", "::1, 10.0.0.1:99999"],
    "application/json; charset=utf-16",
  ),
  fc.string({ maxLength: 50 }).map((text) => text.replace(/[^\x20-\x7e]/g, "?")),
);

/** Parts of a form in which anything may be wrong. */
const formPart = fc.record({
  name: fc.oneof(
    fc.constantFrom("subject", "body", "thread", "attachments"),
    fc.constantFrom("assignment_id", "comment", "files"),
    hostileText.map((text) => text.slice(0, 100)),
  ),
  fileName: fc.option(
    hostileText.map((text) => text.slice(0, 300)),
    { nil: undefined },
  ),
  body: fc.oneof(
    hostileText.map((text) => Buffer.from(text)),
    fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
    fc.constant(Buffer.from("\xff\xd8\xff\xe0\0\x10JFIF\0", "latin1")),
  ),
});

const hostileForm = fc
  .tuple(
    fc.array(formPart, { maxLength: 14 }),
    fc.constantFrom(
      ...[`--${BOUNDARY}--\r\n`, `--${BOUNDARY}`, "", "\r\n", `--${BOUNDARY}--${"x".repeat(999)}`],
    ),
    fc.constantFrom("\r\n", "\n", "\r"),
  )
  .map(([parts, end, line]) =>
    Buffer.concat([
      ...parts.flatMap(({ name, fileName, body }) => {
        const file = fileName === undefined ? "" : `; filename="${fileName}"`;
        const about = `Content-Disposition: form-data; name="${name}"${file}`;
        const head = Buffer.from(`--${BOUNDARY}${line}${about}${line}${line}`);
        return [head, body, Buffer.from(line)];
      }),
      Buffer.from(end),
    ]),
  );

/**
 * What a school answers to calls in which anything may be wrong.
 * @param isRepeated it was fuzzed on another database: what no database sees, such as roles and headers, is left out
 */
export const fuzz = (
  name: string,
  databaseUrl: () => Promise<string | undefined>,
  isRepeated = false,
): void => {
  // The last test ends the school, so the order stays also where tests of a server are shuffled.
  const options = { shuffle: false, timeout: isLong() ? 1_800_000 : testLimitMs() };
  describe(`a school on ${name}`, options, () => {
    const school = sharedSchool(databaseUrl);

    const tested = isRepeated ? () => {} : test;
    if (!isRepeated) roles(school);

    const run = <Value>(arbitrary: fc.Arbitrary<Value>, send: (value: Value) => Promise<void>) =>
      fc.assert(fc.asyncProperty(arbitrary, send), { numRuns: RUNS, endOnFailure: !isLong() });

    /** Signing out would end the token, so that the calls after it would only be refused. */
    const calls = contractCalls.filter(({ path }) => path !== "/user/logout");

    const tokens = () => {
      const { token } = school();
      return fc.constantFrom(token("student"), token("tutor"), token("admin"));
    };

    test("a school answers every hostile body of every call soundly", async () => {
      const token = tokens();
      for (const call of calls.filter(({ body }) => body !== undefined)) {
        const body = hostileBody(call.body as v.GenericSchema<unknown, unknown>);
        const path = fillPath(call, () => "101");
        await run(fc.tuple(token, body), async ([sender, bytes]) => {
          const headers = { "Content-Type": "application/json" };
          const asking = { method: call.method, token: sender, body: bytes, headers };
          const answer = await school().served.send(path, asking);
          expectSound(`${nameOf(call)} ${bytes.toString("latin1").slice(0, 300)}`, answer);
          if (answer.status === 404) expect(answer.json.code).not.toBe("server/not_found");
        });
      }
    });

    test("a school answers every hostile address of every call soundly", async () => {
      const token = tokens();
      for (const call of calls) {
        const names = [...call.path.matchAll(/:(\w+)/g), ...(call.query ?? [])].length;
        const segments = fc.array(hostileSegment, { minLength: names + 1, maxLength: names + 1 });
        await run(fc.tuple(token, segments), async ([sender, values]) => {
          const left = [...values];
          const next = () => left.pop() ?? "";
          const path = fillPath(call, next);
          const query = (call.query ?? []).map((each) => `${each}=${next()}`);
          // A parameter twice, and one that the contract does not know.
          const all = [...query, ...query.slice(0, 1), `${next()}=1`].join("&");
          const address = `${path}?${all}`;
          const asking = { method: call.method, token: sender, ...(call.body ? { json: {} } : {}) };
          expectSound(address.slice(0, 300), await school().served.sendRaw(address, asking));
        });
      }
    });

    tested("a school answers every hostile header of every call soundly", async () => {
      const token = tokens();
      const header = fc.tuple(fc.constantFrom(...HEADERS), headerValue);
      for (const call of calls) {
        const path = fillPath(call, () => "101");
        const query = (call.query ?? []).map((each) => `${each}=PM`).join("&");
        const headers = fc.array(header, { minLength: 1, maxLength: 3 });
        await run(fc.tuple(token, headers), async ([sender, given]) => {
          const asking = { method: call.method, token: sender, ...(call.body ? { json: {} } : {}) };
          const sent = { ...asking, headers: Object.fromEntries(given) };
          const answer = await school().served.send(`${path}?${query}`, sent);
          expectSound(`${nameOf(call)} ${JSON.stringify(given)}`, answer);
        });
      }
    });

    test("a school answers every hostile form soundly, and keeps none of it by half", async () => {
      const token = tokens();
      const forms = calls.filter(({ method, body }) => method === "POST" && !body);
      for (const call of forms) {
        const path = fillPath(call, () => "101");
        await run(fc.tuple(token, hostileForm), async ([sender, body]) => {
          const headers = { "Content-Type": `multipart/form-data; boundary=${BOUNDARY}` };
          const asking = { method: "POST", token: sender, body, headers };
          const answer = await school().served.send(path, asking);
          expectSound(`${nameOf(call)} ${body.toString("latin1").slice(0, 500)}`, answer);
        });
      }
    });

    // The last, because its many wrong names and numbers are throttled at some calls.
    describe.skipIf(!corporaPresent)(corporaPresent ? "attack lists" : WITHOUT_CORPORA, () => {
      test("a school answers every line of the attack lists soundly, in every part of every call", async () => {
        const all = [...naughtyStrings(), ...corpusLines(...LISTS)];
        const lines = all.filter((_, at) => at % EVERY === 0);
        const token = school().token("admin");
        for (const call of calls) {
          const attack = async (line: string) => {
            const text = encodeURIComponent(line.toWellFormed());
            const query = (call.query ?? []).map((each) => `${each}=${text}`).join("&");
            const path = `${fillPath(call, () => text)}?${query}`;
            // Each line in every field that may be a text.
            const entries = (call.body as { entries?: object } | undefined)?.entries ?? {};
            const json = Object.fromEntries(Object.keys(entries).map((field) => [field, line]));
            const asking = { method: call.method, token, ...(call.body && { json }) };
            expectSound(`${nameOf(call)} ${line}`, await school().served.sendRaw(path, asking));
          };
          for (let from = 0; from < lines.length; from += AT_ONCE) {
            await Promise.all(lines.slice(from, from + AT_ONCE).map(attack));
          }
        }
      });
    });

    test("a school stays healthy and small under hostile calls, and logs no failure", async () => {
      // The attacks were those of people who may ask.
      for (const role of ["student", "tutor", "admin"] as const) {
        const answer = await school().served.send("/user/courses", { token: school().token(role) });
        expect([role, answer.status]).toEqual([role, 200]);
      }
      expectWell(`every call on ${name}`, await school().served.end());
    });
  });
};
