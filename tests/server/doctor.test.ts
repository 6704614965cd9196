import { rm } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import path from "node:path";
import { expect, test } from "vitest";
import type { Finding } from "../../src/server/cli/doctor/checks.ts";
import { runChecks } from "../../src/server/cli/doctor/run-checks.ts";
import { DEFAULT_ENVIRONMENT } from "../../src/server/school/settings/environment.ts";
import { MailServer } from "./support/mail-server.ts";
import { runInProcess } from "./support/run-in-process.ts";
import { diskStore, storedPath } from "./support/stored-path.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";
import { DAY, openSchool, type TestSchool } from "./support/test-school.ts";
import { sharedWebApp } from "./support/web-app.ts";

const doctor = async (school: TestSchool, more: Record<string, string> = {}) => {
  const { code, out } = await runInProcess(["doctor", "--json"], { ...school.variables, ...more });
  const { state, findings } = JSON.parse(out) as { state: string; findings: Finding[] };
  const codes = Object.fromEntries(findings.map((one) => [one.check, one.code.split(".")[1]]));
  return { code, state, codes, findings };
};

const check = (
  school: TestSchool,
  options: Parameters<typeof runChecks>[1],
  more: Partial<Parameters<typeof runChecks>[0]> & { smtpUrl?: string; publicUrl?: string } = {},
): Promise<Finding[]> => {
  const { smtpUrl = null, publicUrl = null, ...others } = more;
  const environment = {
    ...DEFAULT_ENVIRONMENT,
    ...{ dataDir: school.dataDir, uploadsReserve: 0, smtpUrl, publicUrl },
  };
  const { database, dataDir: webDir } = school;
  const store = diskStore(school.dataDir);
  return runChecks({ environment, database, store, clock: Date.now, webDir, ...others }, options);
};

test("the doctor of a new school says what is missing, and ends with the code of the worst", async () => {
  const school = await openSchool();
  const { code, state, codes } = await doctor(school);
  expect(codes).toMatchObject({
    ...{ database: "database-fine", mail: "mail-none", address: "address-none" },
    ...{ certificate: "certificate-local", clock: "clock-alone" },
    ...{ content: "content-fine", backup: "backup-none" },
  });
  // The web app is built on some machines that run the tests, and not on others.
  expect(["warning", "wrong"]).toContain(state);
  expect(code).toBe(state === "wrong" ? 2 : 1);
});

test("the doctor finds nothing to do where mail, address and backup are as they should be", async () => {
  const school = await openSchool();
  const mails = new MailServer();
  await runInProcess(["backup", path.join(school.dataDir, "school.tar.zst")], school.variables);
  const settings = { smtpUrl: await mails.start(), publicUrl: school.url };
  const findings = await check(school, {}, { ...settings, webDir: sharedWebApp() });
  await mails.stop();
  expect(findings.filter(({ state }) => state !== "fine")).toEqual([]);
  expect(findings.map(({ check }) => check)).toEqual([
    ...["disk", "database", "mail", "clock", "certificate", "address", "content", "backup"],
    "versions",
  ]);
});

test("the doctor names a mail server and an address that do not answer, and files that are missing", async () => {
  const school = await openSchool();
  const files = school.database.read.selectFrom("file").select("checksum");
  await rm(storedPath(school.dataDir, (await files.executeTakeFirstOrThrow()).checksum));
  const nobody = "127.0.0.1:9";
  const { codes, code, findings } = await doctor(school, {
    SMTP_URL: `smtp://desk:secret@${nobody}`,
    PUBLIC_URL: `http://${nobody}`,
  });
  expect(codes).toMatchObject({ mail: "mail-away", address: "address-away" });
  expect(findings.map((one) => one.code)).toContain("staff-doctor.content-missing");
  expect(code).toBe(2);
  expect(JSON.stringify(findings)).not.toContain("secret");
});

test("each check of the doctor has a time limit of its own", async () => {
  const school = await openSchool();
  const silent = createServer(() => {});
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  const { port } = silent.address() as AddressInfo;
  const publicUrl = `http://127.0.0.1:${port}`;
  const found = await check(school, { names: ["address", "mail"], limitMs: 1000 }, { publicUrl });
  silent.close();
  expect(found.map(({ check, code }) => [check, code])).toEqual([
    ["address", "staff-doctor.check-slow"],
    ["mail", "staff-doctor.mail-none"],
  ]);
});

test("the doctor counts days since the last backup, also of one by the command", async () => {
  const school = await openSchool();
  await runInProcess(["backup", path.join(school.dataDir, "later.tar.zst")], school.variables);
  const [found] = await check(school, { names: ["backup"] }, { clock: () => Date.now() + 9 * DAY });
  expect(found).toMatchObject({ state: "warning", values: { days: "9" } });
});

test("the doctor says that a database cannot be opened", async () => {
  const ran = await runInProcess(["doctor"], {
    DATA_DIR: temporaryFolder(),
    DATABASE_URL: "postgres://nobody@127.0.0.1:9/none",
  });
  expect(ran.code).toBe(2);
  expect(ran.out).toContain("The database at DATABASE_URL does not answer");
});
