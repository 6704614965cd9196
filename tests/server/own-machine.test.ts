import { chmod, lstat, readdir } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { type Preview, startPreview } from "../../src/server/content/preview/start-preview.ts";
import { Log } from "../../src/server/log.ts";
import { send } from "./support/client.ts";
import { handIns } from "./support/hand-ins.ts";
import { MailServer } from "./support/mail-server.ts";
import { mailsTo } from "./support/mailed-link.ts";
import { FIXTURE, openSchool } from "./support/test-school.ts";
import { sharedWebApp } from "./support/web-app.ts";

const onWindows = process.platform === "win32";

describe.skipIf(onWindows)("the school's data", () => {
  const school = openSchool.shared();
  beforeAll(async () => {
    const { student, handIn } = handIns(() => school);
    const person = await student();
    expect((await handIn(person.token)).status).toBe(201);
    await school.call("/user/forgot-password", {
      json: { emailOrUsername: person.email, language: "en" },
    });
    await school.server.idle();
  });

  const permissions = async (): Promise<Map<string, string>> => {
    const names = await readdir(school.dataDir, { recursive: true });
    const found = await Promise.all(
      ["", ...names].map(async (name) => {
        const { mode } = await lstat(path.join(school.dataDir, name));
        return [name, (mode & 0o777).toString(8)] as const;
      }),
    );
    return new Map(found);
  };

  const expectPrivate = async () => {
    const found = await permissions();
    for (const folder of ["", "files", "uploads", "outbox"]) {
      expect([folder, found.get(folder)]).toEqual([folder, "700"]);
      found.delete(folder);
    }
    expect(found.size).toBeGreaterThan(5);
    expect(new Set(found.values())).toEqual(new Set(["600"]));
  };

  test("a school's data can be read by the account that runs it alone", async () => {
    await expectPrivate();
  });

  test("folders that a copy left open are closed at the next start", async () => {
    const folders = [school.dataDir, path.join(school.dataDir, "uploads")];
    await school.stop();
    for (const folder of folders) await chmod(folder, 0o755);
    await school.start();
    await school.server.idle();
    await expectPrivate();
  });
});

test("a school that sends mail without PUBLIC_URL warns at its start", async () => {
  const mailServer = new MailServer();
  onTestFinished(() => mailServer.stop());
  const smtpUrl = await mailServer.start();
  const unset = await openSchool({ smtpUrl, isLogged: true });
  await unset.stop();
  expect(unset.log).toContain('"level":"warn","event":"PUBLIC_URL is not set');
  const publicUrl = "https://school.example";
  const set = await openSchool({ smtpUrl, publicUrl, isLogged: true });
  await set.stop();
  expect(set.log).not.toContain("PUBLIC_URL");
});

test("no mail has a link to 0.0.0.0, on which a school listens", async () => {
  const school = await openSchool({ host: "0.0.0.0" });
  const { email } = await school.add();
  await school.call("/user/forgot-password", { json: { emailOrUsername: email } });
  await school.server.idle();
  const mail = (await mailsTo(school, email)).join("").replace(/=\r?\n/g, "");
  expect(mail).toMatch(/http:\/\/[\d.]+:\d+\/api\/reset\//);
  expect(mail).not.toContain("0.0.0.0");
});

let preview: Preview;
beforeAll(async () => {
  const seen = Promise.withResolvers<void>();
  preview = await startPreview({
    ...{ folder: FIXTURE, port: 0, webDir: sharedWebApp(), onOutcome: () => seen.resolve() },
    log: new Log("silent"),
  });
  await seen.promise;
});
afterAll(() => preview.close());

const PAGES = ["/tls/", "/tls/lessons/PM/PMB/paper", "/tls/preview.js", "/tls/preview-events"];

const HOSTS = [
  ...["evil.example", "127.0.0.1.evil.example", "localhost.evil.example:80", "[::2]:80"],
  ...["localhost", "127.0.0.1:80", "[::1]:1"],
];

test.each(HOSTS)("the preview tells nothing to a page that calls it %j", async (Host) => {
  for (const rawPath of PAGES) {
    const { status, text } = await send(preview.address, { rawPath, headers: { Host } });
    expect([rawPath, status, text.includes("token")]).toEqual([rawPath, 421, false]);
  }
});

test("the preview answers by the names of this machine", async () => {
  const { port } = new URL(preview.address);
  for (const name of ["127.0.0.1", "localhost", "[::1]"]) {
    const asking = { rawPath: "/tls/", headers: { Host: `${name}:${port}` } };
    const { status, text } = await send(preview.address, asking);
    expect([name, status, text.includes("token")]).toEqual([name, 200, true]);
  }
});
