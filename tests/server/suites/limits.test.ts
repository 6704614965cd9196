import { connect, type Socket } from "node:net";
import { beforeAll, describe, expect, test } from "vitest";
import { FILES } from "../support/form.ts";
import {
  MINUTE,
  openSchool,
  PMB,
  type TestSchool,
  type TestSchoolOptions,
} from "../support/test-school.ts";

const MEBIBYTE = 1024 * 1024;

let school: TestSchool;
const openForGroup = (options: TestSchoolOptions) => {
  const opened = openSchool.shared(options);
  beforeAll(() => {
    school = opened;
  });
};

const post = (token: string, body: string, size?: number) =>
  school.message(token, { subject: "Darts", body }, size ? { "a.jpg": FILES.jpeg(size) } : {});
const table = (token: string) =>
  school.call("/user/measurements", { token, json: { name: "Dana" } });
const note = (token: string, lesson: number, text: string) =>
  school.call(`/user/notes/${lesson}`, { method: "PUT", token, json: { text } });

describe("what an account stores", () => {
  openForGroup({
    accountLimits: { storageBytes: MEBIBYTE, messages: 6, handIns: 2, notes: 2, tables: 2 },
  });

  test("an account stores a limited number of bytes, which files and texts share", async () => {
    const { token } = await school.student();
    const other = await school.student();
    expect((await post(token, "one", 600_000)).status).toBe(201);
    const refused = await post(token, "two", 500_000);
    expect([refused.status, refused.json.code]).toEqual([507, "account/storage_full"]);
    expect((await post(token, "three", 400_000)).status).toBe(201);
    for (let count = 0; count < 2; count += 1) {
      expect((await post(token, "ש".repeat(10_000))).status).toBe(201);
    }
    const text = await post(token, "ש".repeat(10_000));
    expect([text.status, text.json.code]).toEqual([507, "account/storage_full"]);
    expect((await post(other.token, "one", 600_000)).status).toBe(201);
    const messages = (await school.call("/user/messages", { token })).json.messages;
    expect(messages).toHaveLength(4);
  });

  test("an account has a limited number of messages, tables and notes", async () => {
    const { token } = await school.student({ course: PMB });
    const statuses = async (work: (at: number) => Promise<{ status: number }>, count: number) => {
      const found: number[] = [];
      for (let at = 0; at < count; at += 1) found.push((await work(at)).status);
      return found;
    };
    expect(await statuses(() => post(token, "x"), 7)).toEqual([...Array(6).fill(201), 409]);
    expect(await statuses(() => table(token), 3)).toEqual([201, 201, 409]);
    expect(await statuses((at) => note(token, 101 + at, "x"), 3)).toEqual([200, 200, 409]);
    // What is there can still be changed and deleted, which makes room.
    expect((await note(token, 102, "longer")).status).toBe(200);
    expect((await note(token, 102, "")).status).toBe(200);
    expect((await note(token, 103, "x")).status).toBe(200);
  });
});

describe("writes", () => {
  openForGroup({ accountLimits: { writesPerMinute: 3 } });

  test("writes of an account are limited for a minute, and those of others are not", async () => {
    const [dana, noa] = [await school.student(), await school.student()];
    for (let count = 0; count < 3; count += 1) expect((await table(dana.token)).status).toBe(201);
    const refused = await table(dana.token);
    expect([refused.status, refused.json.code]).toEqual([429, "account/too_many_writes"]);
    expect(refused.headers["retry-after"]).toBe("20");
    expect((await table(noa.token)).status).toBe(201);
    expect((await school.call("/user/measurements", { token: dana.token })).status).toBe(200);
    school.now -= 10 * MINUTE;
    expect((await table(dana.token)).status).toBe(429);
    school.now += MINUTE / 3;
    expect((await table(dana.token)).status).toBe(201);
    expect((await table(dana.token)).status).toBe(429);
  });

  test("an account can sign out after too many writes", async () => {
    const { token } = await school.student();
    for (let count = 0; count < 3; count += 1) await table(token);
    expect((await table(token)).status).toBe(429);
    expect((await school.call("/user/logout", { method: "POST", token })).status).toBe(204);
    expect((await school.call("/user/measurements", { token })).status).toBe(401);
  });
});

describe("requests at once", () => {
  openForGroup({ accountLimits: { requestsAtOnce: 2 } });

  /** Begins a request whose body does not come. */
  const begin = async (token: string): Promise<Socket> => {
    const { port, hostname } = new URL(school.url);
    const socket = connect(Number(port), hostname);
    socket.on("error", () => {});
    socket.write(
      `PUT /api/user/notes/101 HTTP/1.1\r\nHost: school\r\nAuthorization: Bearer ${token}\r\n` +
        "Content-Type: application/json\r\nContent-Length: 20\r\nExpect: 100-continue\r\n\r\n",
    );
    await new Promise((resolve) => socket.once("data", resolve));
    return socket;
  };

  test("requests of an account wait for a place in a bounded line, and others do not wait", async () => {
    const [dana, noa] = [await school.student(), await school.student()];
    // From then on the server knows the token, and need not look it up: requests take places as they come.
    await school.call("/user/measurements", { token: dana.token });
    const held = [await begin(dana.token), await begin(dana.token)];
    const asked = Array.from({ length: 20 }, () =>
      school.call("/user/measurements", { token: dana.token }),
    );
    const refused = await Promise.race(asked);
    expect([refused.status, refused.json.code]).toEqual([429, "account/too_many_requests"]);
    expect(refused.headers["retry-after"]).toBe("2");
    expect((await school.call("/user/measurements", { token: noa.token })).status).toBe(200);
    // Signing out does not wait in the line, and does not end what has begun.
    const other = await school.token(dana);
    const signedOut = await school.call("/user/logout", { method: "POST", token: other });
    expect(signedOut.status).toBe(204);
    for (const socket of held) socket.end('{"text":"A dart."}  ');
    const statuses = (await Promise.all(asked)).map(({ status }) => status).toSorted();
    // Eight wait for each place.
    expect(statuses).toEqual([...Array(16).fill(200), ...Array(4).fill(429)]);
    expect((await school.call("/user/measurements", { token: dana.token })).status).toBe(200);
  });
});
