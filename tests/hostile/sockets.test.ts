import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { isLong } from "../../scripts/test/round.ts";
import { expectWell } from "./support/expect-well.ts";
import { sharedSchool } from "./support/prepared-school.ts";

const SOCKETS = 1000;
const ENDLESS = isLong() ? 100 : 10;
/** What each body without an end sends at most. Far more than a call takes. */
const ENDLESS_BYTES = isLong() ? 200_000_000 : 25_000_000;
const PIECE = Buffer.alloc(65_536, "a");

const TO_SIGN_IN = "POST /api/user/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json";

describe("a school under connections that do not end", { timeout: 600_000 }, () => {
  const school = sharedSchool();
  const sockets: Socket[] = [];
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
  });

  const open = async (): Promise<Socket> => {
    const { hostname, port } = new URL(school().served.address);
    const socket = connect(Number(port), hostname);
    sockets.push(socket);
    socket.on("error", () => {});
    await once(socket, "connect");
    return socket;
  };

  test(`a school serves others while ${SOCKETS} slow connections are open`, async () => {
    const token = school().token("student");
    const slow = await Promise.all(Array.from({ length: SOCKETS }, open));
    const starts = [
      "G",
      "GET /api/health HTTP/1.1\r\nHost: a\r\nX-Slow: ",
      `${TO_SIGN_IN}\r\nContent-Length: 60000\r\n\r\n{`,
      `${TO_SIGN_IN}\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n`,
      "",
    ];
    slow.forEach((socket, at) => {
      socket.write(starts[at % starts.length] ?? "");
    });
    for (let round = 0; round < (isLong() ? 200 : 5); round += 1) {
      for (const socket of slow) if (!socket.destroyed && socket.writable) socket.write("a");
      const answer = await school().served.send("/products", { token });
      expect(answer.status).toBe(200);
    }
  });

  /** Sends a body that never ends, until it is answered. */
  const sendEndless = async (head: string): Promise<void> => {
    const socket = await open();
    let isAnswered = false;
    socket.on("data", () => {
      isAnswered = true;
    });
    const closed = new Promise((resolve) => socket.once("close", resolve));
    socket.write(head);
    for (let sent = 0; sent < ENDLESS_BYTES && !socket.destroyed && !isAnswered; ) {
      socket.write(`${PIECE.length.toString(16)}\r\n`);
      socket.write(PIECE);
      const isFull = !socket.write("\r\n");
      sent += PIECE.length;
      if (isFull) {
        await Promise.race([closed, new Promise((resolve) => socket.once("drain", resolve))]);
      }
      await new Promise((resolve) => setImmediate(resolve));
    }
    socket.destroy();
  };

  test.each([
    ["JSON", "PUT /api/user/notes/101", "application/json"],
    ["a form", "POST /api/user/messages", "multipart/form-data; boundary=x"],
    ["a body that nobody asked for", "GET /api/products", "text/plain"],
  ])("a school keeps nothing of %s without an end", async (_, line, type) => {
    const token = school().token("student");
    const who = `Host: a\r\nAuthorization: Bearer ${token}`;
    const what = `Content-Type: ${type}\r\nTransfer-Encoding: chunked`;
    const head = `${line} HTTP/1.1\r\n${who}\r\n${what}\r\n\r\n`;
    await Promise.all(Array.from({ length: ENDLESS }, () => sendEndless(head)));
    const answer = await school().served.send("/user/courses", { token });
    expect(answer.status).toBe(200);
  });

  test("a school stays healthy and small under endless connections, and logs no failure", async () => {
    expectWell("connections without an end", await school().served.end());
  });
});
