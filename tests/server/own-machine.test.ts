import { chmod, lstat, readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { handIns } from "./support/hand-ins.ts";
import { MailServer } from "./support/mail-server.ts";
import { openSchool, type TestSchool } from "./support/test-school.ts";

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

const open = async (options: Parameters<typeof TestSchool.open>[0]) => {
  const lines: string[] = [];
  const school = await openSchool({ logTo: (text) => lines.push(text), ...options });
  return { school, log: () => lines.join("") };
};

test("a school that sends mail without PUBLIC_URL warns at its start", async () => {
  const mailServer = new MailServer();
  onTestFinished(() => mailServer.stop());
  const smtpUrl = await mailServer.start();
  const unset = await open({ smtpUrl });
  await unset.school.stop();
  expect(unset.log()).toContain('"level":"warn","event":"PUBLIC_URL is not set');
  const set = await open({ smtpUrl, publicUrl: "https://school.example" });
  await set.school.stop();
  expect(set.log()).not.toContain("PUBLIC_URL");
});

test("no mail has a link to 0.0.0.0, on which a school listens", async () => {
  const { school } = await open({ host: "0.0.0.0" });
  const { username } = await school.add();
  await school.call("/user/forgot-password", { json: { emailOrUsername: username } });
  await school.server.idle();
  const outbox = path.join(school.dataDir, "outbox");
  const [file = ""] = await readdir(outbox);
  const mail = (await readFile(path.join(outbox, file), "utf8")).replace(/=\r?\n/g, "");
  expect(mail).toMatch(/http:\/\/[\d.]+:\d+\/api\/reset\//);
  expect(mail).not.toContain("0.0.0.0");
});
