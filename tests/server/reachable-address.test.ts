import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { MailServer } from "./support/mail-server.ts";
import { openSchool, type TestSchool } from "./support/test-school.ts";

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
