import { expect, test } from "vitest";
import { isLong } from "../../scripts/test/round.ts";
import { openMailingSchool } from "../server/support/news.ts";
import { openPushingSchool } from "../server/support/pushing-school.ts";
import { listensAt } from "../server/support/school-process.ts";
import { startServerProcess } from "../server/support/server-process.ts";
import { openSchool } from "../server/support/test-school.ts";
import { databaseOf } from "./support/database-of.ts";

type Moment = "before" | "after";
type Kill = () => Promise<void>;

const byMail = async () => {
  const opened = await openMailingSchool(openSchool);
  const { mailServer, write } = opened;
  const { token } = await opened.tutor();
  const { email, token: own } = await opened.student();
  return {
    ...opened,
    pushPort: 0,
    say: async (subject: string) => {
      await write(token, "An answer", await write(own, subject));
    },
    told: () => mailServer.to(email).map(({ text }) => text),
    /** @param kill null: from now on nothing is killed */
    killAt(moment: Moment, kill: Kill | null) {
      if (moment === "after") mailServer.onMail = kill ?? (() => {});
      else
        mailServer.onRecipient = async (address) => {
          if (address === email) await kill?.();
        };
    },
  };
};

const byPush = async () => {
  const opened = await openPushingSchool(openSchool);
  const { service, say } = opened;
  const student = await opened.studentWithDevice();
  return {
    ...opened,
    pushPort: service.port,
    say: (subject: string) => say(student, subject),
    told: () => student.device.messages.map(({ body }) => body),
    killAt(moment: Moment, kill: Kill | null) {
      service[moment === "before" ? "onHandshake" : "onPush"] = async () => {
        await kill?.();
        return undefined;
      };
    },
  };
};

const KILLS: [string, typeof byMail | typeof byPush, Moment][] = [
  ["before a mail has ended, the mail is sent by the next one", byMail, "before"],
  ["after a mail has ended, it is not sent a second time", byMail, "after"],
  ["before a device is told, the next one tells it", byPush, "before"],
  ["after a device was told, the next one does not tell it again", byPush, "after"],
];

test.each(isLong() ? KILLS : KILLS.slice(0, 2))(
  "when a server is killed %s",
  async (_, open, moment) => {
    const opened = await open();
    const { school, say, told, killAt, pass } = opened;
    await say("Darts");
    await school.stop();
    const settings = {
      ...{ DATA_DIR: school.dataDir, UPLOADS_RESERVE: "0" },
      ...{ SMTP_URL: opened.mailServer.address, PUSH_PORT: String(opened.pushPort) },
    };
    const start = () =>
      startServerProcess(["tests/faults/support/serve-and-tell.ts"], settings, listensAt);
    /** As if ten minutes had passed, after which a lease ends. */
    const letTimePass = () =>
      databaseOf(school.dataDir).change(`update news_due set due = 0, leased_until = 0;
        update push_device set due = 0, leased_until = 0 where due is not null`);
    letTimePass();

    const killed = Promise.withResolvers<void>();
    // It tells before it is known to listen.
    const starting = start();
    killAt(moment, async () => {
      killAt(moment, null);
      await (await starting).end("SIGKILL");
      killed.resolve();
    });
    await killed.promise;
    // What had arrived at the moment of the kill.
    if (moment === "before") expect(told()).toEqual([]);
    else await expect.poll(told).toHaveLength(1);

    letTimePass();
    const next = await start();
    await expect.poll(told).toHaveLength(1);
    // Further news shows that nothing else was waiting.
    await next.end("SIGTERM");
    await school.start();
    school.now = Date.now();
    await say("Hems");
    await pass();
    expect(told()).toEqual([expect.stringContaining("Darts"), expect.stringContaining("Hems")]);
    expect(told()[1]).not.toContain("Darts");
  },
);
