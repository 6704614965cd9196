import { readdir } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isLong } from "../../scripts/test/round.ts";
import { addLargeFiles } from "../server/support/large-files.ts";
import { S3Server } from "../server/support/s3-server.ts";
import { DAY, openSchool, PMB } from "../server/support/test-school.ts";
import { startCommand } from "./support/command.ts";

const FILES = 60;

const s3 = await S3Server.start();
afterAll(() => s3.stop());
const school = openSchool.shared({ bucket: s3.of("killed/") });
let token: string;
let names: string[];
beforeAll(async () => {
  names = [...(await addLargeFiles(school, FILES, 100_000)).keys()];
  token = (await school.student({ course: PMB })).token;
});

const onDisk = async () =>
  (await readdir(path.join(school.dataDir, "files"))).filter((name) => /^[\da-f]{64}$/.test(name));
const inBucket = async () => (await s3.keys()).filter((key) => key.startsWith("killed/files/"));

const expectAll = async () => {
  for (const name of names) {
    const address = `/files/read?path=${encodeURIComponent(name)}&language=en`;
    const { status, bytes } = await school.call(address, { token });
    expect([name, status, bytes.length]).toEqual([name, 200, 100_000]);
  }
};

const BACK = { what: "back to the disk", to: "disk", from: inBucket, target: onDisk } as const;
const moves = [
  { what: "to the bucket", to: "bucket" as const, from: onDisk, target: inBucket },
  ...(isLong() ? [BACK] : []),
];

test.each(moves)(
  "a move of a school's files that is killed $what loses no file, and goes on where it was",
  async ({ to, from, target }) => {
    const all = (await from()).length;
    const moving = startCommand(school, "store", "migrate", "--to", to);
    await moving.killAt(async () => (await target()).length >= 5);
    await school.server.refresh();
    expect((await from()).length).toBeGreaterThan(0);
    await expectAll();
    const { moved } = await school.moveFiles(to);
    expect(moved).toBeLessThan(all);
    // It may have been killed after it removed a row and before it removed the object.
    if (to === "disk") await (await school.places()).inBucket.sweep("files", Date.now() + 2 * DAY);
    expect([(await from()).length, (await target()).length]).toEqual([0, all]);
    await expectAll();
  },
);
