import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { send } from "../server/support/client.ts";
import { FILES, type FormPart, formRequest } from "../server/support/form.ts";
import { type SchoolProcess, startSchoolProcess } from "../server/support/school-process.ts";
import { sharedFolder } from "../server/support/temporary-folder.ts";
import { prepareSchool, Student } from "./support/students.ts";

const MEBIBYTE = 1024 * 1024;
const AT_ONCE = 20;
/** Each request alone held more than 20 MB before its bytes were streamed. */
const MAX_MORE = 120 * MEBIBYTE;
/** Held as a whole the forms take 400 MB. Node frees late what it has read and dropped: up to 145 MB. */
const MAX_MORE_FOR_FORMS = 200 * MEBIBYTE;

describe.skipIf(process.platform !== "linux")("the server's memory stays small", () => {
  const dataDir = sharedFolder();
  let server: SchoolProcess;
  let token: string;
  beforeAll(async () => {
    await prepareSchool(dataDir, { lessons: 1, students: 1 });
    server = await startSchoolProcess(dataDir, [], { REQUESTS_AT_ONCE: "100" });
    token = new Student(0).token;
  });
  afterAll(async () => {
    await server.end("SIGKILL");
  });

  /** The most memory that the server has had in RAM, in bytes. */
  const peak = async (): Promise<number> => {
    const status = await readFile(`/proc/${server.pid}/status`, "utf8");
    return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
  };

  const post = (parts: readonly FormPart[]) =>
    send(`${server.address}/api/user/messages`, formRequest(token, parts));

  /** Asks for a message's files in base64, and reads no more than the first bytes. */
  const readSlowly = async (id: number): Promise<Socket> => {
    const { port, hostname } = new URL(server.address);
    const socket = connect(Number(port), hostname);
    const who = `Host: school\r\nAuthorization: Bearer ${token}`;
    socket.write(`GET /api/user/messages/${id} HTTP/1.1\r\n${who}\r\n\r\n`);
    const [bytes] = await once(socket, "data");
    socket.pause();
    expect(bytes.toString("latin1")).toMatch(/^HTTP\/1.1 200/);
    return socket;
  };

  test(`memory stays small when ${AT_ONCE} clients read a message of 20 MB as slowly as they can`, async () => {
    const photo = { name: "attachments", body: FILES.jpeg(2 * MEBIBYTE) };
    const files = Array.from({ length: 10 }, (_, at) => ({ ...photo, fileName: `${at}.jpg` }));
    const { message } = (await post([{ name: "subject", body: "Darts" }, ...files])).json;
    const before = await peak();
    const reading = Array.from({ length: AT_ONCE }, () => readSlowly(message.id));
    const sockets = await Promise.all(reading);
    expect((await peak()) - before).toBeLessThan(MAX_MORE);
    for (const socket of sockets) socket.destroy();
    const whole = await send(`${server.address}/api/user/messages/${message.id}`, { token });
    expect(whole.json.attachments).toHaveLength(10);
  });

  test(`memory stays small when ${AT_ONCE} forms have 20 MB of text fields each`, async () => {
    const body = "x".repeat(60 * 1024);
    const fields = Array.from({ length: 330 }, (_, at) => ({ name: `field-${at}`, body }));
    const before = await peak();
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => post(fields)));
    for (const answer of answers) {
      expect([answer.status, answer.json.code]).toEqual([413, "request/too_large"]);
    }
    expect((await peak()) - before).toBeLessThan(MAX_MORE_FOR_FORMS);
  });
});
