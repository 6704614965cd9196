import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { openMailingSchool } from "../server/support/news.ts";
import { startSchoolProcess } from "../server/support/school-process.ts";
import { openSchool } from "../server/support/test-school.ts";

test.each<[string, "onRecipient" | "onMail", number]>([
  ["before a mail has ended, the mail is sent by the next one", "onRecipient", 1],
  ["after a mail has ended, it is not sent a second time", "onMail", 0],
])("when a server is killed %s", async (_, moment, sentAgain) => {
  const opened = await openMailingSchool(openSchool);
  const { school, mailServer, tutor, student, write } = opened;
  const { token } = await tutor();
  const { email, token: own } = await student();
  await write(token, "An answer", await write(own, "Darts"));
  const { dataDir } = school;
  await school.stop();
  const SMTP_URL = mailServer.address;
  const start = () => startSchoolProcess(dataDir, [], { SMTP_URL });
  /** As if ten minutes had passed, after which a claim ends. */
  const letTimePass = () => {
    const database = new DatabaseSync(path.join(dataDir, "school.db"));
    database.exec("update news_due set due = 0, claimed_until = 0");
    database.close();
  };
  letTimePass();

  const killed = Promise.withResolvers<void>();
  const server = await start();
  mailServer[moment] = async (about: unknown) => {
    if (typeof about === "string" && about !== email) return;
    mailServer[moment] = () => {};
    await server.end("SIGKILL");
    killed.resolve();
  };
  await killed.promise;
  // What had arrived at the moment of the kill.
  const arrived = mailServer.to(email).length;
  expect(arrived).toBe(1 - sentAgain);

  letTimePass();
  const next = await start();
  if (sentAgain > 0) await mailServer.received(mailServer.mails.length + 1);
  // Further news shows that nothing else was waiting.
  await next.end("SIGTERM");
  await school.start();
  school.now = Date.now();
  await write(token, "Another answer", await write(own, "Hems"));
  await opened.pass();
  expect(mailServer.to(email)).toHaveLength(2);
  expect(mailServer.to(email)[1]?.text).not.toContain("Darts");
});
