import { connect, type Socket } from "node:net";
import { expect, test } from "vitest";
import { FILES } from "../support/form.ts";
import { MINUTE, openSchool, PMB, type TestSchool } from "../support/test-school.ts";

const MEBIBYTE = 1024 * 1024;

const addTable = (school: TestSchool, token: string) =>
  school.call("/user/measurements", { token, json: { name: "Dana" } });

test("an account stores a limited number of bytes, which files and texts share", async () => {
  const school = await openSchool({ accountLimits: { storageBytes: MEBIBYTE } });
  const [{ token }, other] = [await school.student(), await school.student()];
  const post = async (body: string, size = 0, by = token) => {
    const files: Record<string, Buffer> = size ? { "a.jpg": FILES.jpeg(size) } : {};
    return (await school.message(by, { subject: "Darts", body }, files)).outcome;
  };
  const taken = [201, undefined];
  const refused = [507, "account/storage_full"];
  expect(await post("one", 600_000)).toEqual(taken);
  expect(await post("two", 500_000)).toEqual(refused);
  expect(await post("three", 400_000)).toEqual(taken);
  for (let count = 0; count < 2; count += 1) expect(await post("ש".repeat(10_000))).toEqual(taken);
  expect(await post("ש".repeat(10_000))).toEqual(refused);
  expect(await post("one", 600_000, other.token)).toEqual(taken);
  expect((await school.call("/user/messages", { token })).json.messages).toHaveLength(4);
});

test("an account has a limited number of messages, tables and notes", async () => {
  const school = await openSchool({ accountLimits: { messages: 2, notes: 2, tables: 2 } });
  const { token } = await school.student({ course: PMB });
  const note = (lesson: number, text: string) =>
    school.call(`/user/notes/${lesson}`, { method: "PUT", token, json: { text } });
  const statuses = async (work: (at: number) => Promise<{ status: number }>) =>
    [await work(1), await work(2), await work(3)].map(({ status }) => status);
  expect(await statuses(() => school.message(token))).toEqual([201, 201, 409]);
  expect(await statuses(() => addTable(school, token))).toEqual([201, 201, 409]);
  expect(await statuses((at) => note(100 + at, "x"))).toEqual([200, 200, 409]);
  // What is there can still be changed and deleted, which makes room.
  for (const text of ["longer", ""]) expect((await note(102, text)).status).toBe(200);
  expect((await note(103, "x")).status).toBe(200);
});

test("writes of an account are limited for a minute, and those of others and signing out are not", async () => {
  const school = await openSchool({ accountLimits: { writesPerMinute: 3 } });
  const [dana, noa] = [await school.student(), await school.student()];
  const write = async ({ token } = dana) => (await addTable(school, token)).status;
  for (let count = 0; count < 3; count += 1) expect(await write()).toBe(201);
  const refused = await addTable(school, dana.token);
  expect(refused.outcome).toEqual([429, "account/too_many_writes"]);
  expect(refused.headers["retry-after"]).toBe("20");
  expect(await write(noa)).toBe(201);
  expect((await school.call("/user/measurements", { token: dana.token })).status).toBe(200);
  school.now += MINUTE / 3;
  expect([await write(), await write()]).toEqual([201, 429]);
  const signOut = { method: "POST", token: dana.token };
  expect((await school.call("/user/logout", signOut)).status).toBe(204);
  expect((await school.call("/user/measurements", { token: dana.token })).status).toBe(401);
});

/** Begins a request whose body does not come. */
const begin = async ({ url }: TestSchool, token: string): Promise<Socket> => {
  const { port, hostname } = new URL(url);
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
  const school = await openSchool({ accountLimits: { requestsAtOnce: 2 } });
  const [dana, noa] = [await school.student(), await school.student()];
  const ask = ({ token } = dana) => school.call("/user/measurements", { token });
  // From then on the server knows the token, and need not look it up: requests take places as they come.
  await ask();
  const held = [await begin(school, dana.token), await begin(school, dana.token)];
  const asked = Array.from({ length: 20 }, () => ask());
  const refused = await Promise.race(asked);
  expect(refused.outcome).toEqual([429, "account/too_many_requests"]);
  expect(refused.headers["retry-after"]).toBe("2");
  expect((await ask(noa)).status).toBe(200);
  // Signing out does not wait in the line, and does not end what has begun.
  const signOut = { method: "POST", token: await school.token(dana) };
  expect((await school.call("/user/logout", signOut)).status).toBe(204);
  for (const socket of held) socket.end('{"text":"A dart."}  ');
  const statuses = (await Promise.all(asked)).map(({ status }) => status).toSorted();
  // Eight wait for each place.
  expect(statuses).toEqual([...Array(16).fill(200), ...Array(4).fill(429)]);
  expect((await ask()).status).toBe(200);
});
