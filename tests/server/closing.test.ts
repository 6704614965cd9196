import { once } from "node:events";
import { request } from "node:http";
import { beforeEach, describe, expect, test } from "vitest";
import { send } from "./support/client.ts";
import { startSchoolProcess, startSchoolWithNpm } from "./support/school-process.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

const BODY = JSON.stringify({ username: "nobody", password: "not the password" });

let dataDir: string;
let server: Awaited<ReturnType<typeof startSchoolProcess>>;
beforeEach(() => {
  dataDir = temporaryFolder();
});

/** Starts a sign-in whose body is not sent yet. */
const begun = async () => {
  const { promise: status, resolve } = Promise.withResolvers<number | null>();
  const headers = { "Content-Type": "application/json", "Content-Length": BODY.length };
  const outgoing = request(`${server.address}/api/user/login`, {
    ...{ method: "POST", headers: { ...headers, Expect: "100-continue" } },
  });
  outgoing.on("response", (response) => {
    response.resume().on("end", () => resolve(response.statusCode ?? null));
  });
  outgoing.on("error", () => resolve(null));
  outgoing.flushHeaders();
  // The server has received the request once it asks for the body.
  await once(outgoing, "continue");
  return { outgoing, status };
};

const refused = async () => {
  for (;;) {
    const answer = await send(`${server.address}/api/health`);
    if (answer.status !== 200) return answer;
  }
};

const isOpen = () =>
  send(`${server.address}/api/health`).then(
    () => true,
    () => false,
  );

test("a server that is asked to stop finishes running requests, refuses new ones, and exits with 0", async () => {
  server = await startSchoolProcess(dataDir);
  const { outgoing, status } = await begun();
  const ended = server.end("SIGTERM");
  const answer = await refused();
  expect(answer).toMatchObject({ status: 503, json: { code: "server/closing" } });
  expect(answer.headers).toMatchObject({
    ...{ "content-type": "application/problem+json", connection: "close" },
    "retry-after": expect.any(String),
  });
  outgoing.end(BODY);
  expect(await status).toBe(404);
  expect(await ended).toBe(0);
});

describe.skipIf(process.platform === "win32")("a server that npm has started", () => {
  test("a server that is asked to stop through npm finishes running requests, too", async () => {
    server = await startSchoolWithNpm(dataDir);
    const { outgoing, status } = await begun();
    void server.end("SIGTERM");
    await refused();
    outgoing.end(BODY);
    expect(await status).toBe(404);
    await expect.poll(isOpen).toBe(false);
  });

  test("a server ends with npm, which was killed and says nothing", async () => {
    server = await startSchoolWithNpm(dataDir);
    await server.end("SIGKILL");
    await expect.poll(isOpen).toBe(false);
  });
});

test("a server that is asked to stop twice stops at once, but not another signal", async () => {
  server = await startSchoolProcess(dataDir);
  const { status } = await begun();
  const ended = server.end("SIGTERM");
  await refused();
  server.end("SIGINT");
  await refused();
  server.end("SIGTERM");
  expect(await ended).toBe(1);
  expect(await status).toBeNull();
});
