import { hash, randomBytes } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { orderJob } from "../../../src/server/jobs/job-rows.ts";
import { contentFile, type StoreKey, sentFile } from "../../../src/server/store/store.ts";
import { FILES, formRequest } from "../support/form.ts";
import { handIns, markFirstFile, TASK } from "../support/hand-ins.ts";
import { onDiskAndInBucket } from "../support/on-disk-and-in-bucket.ts";
import { runInProcess } from "../support/run-in-process.ts";
import { diskStore } from "../support/stored-path.ts";
import { sharedPerson } from "../support/test-school.ts";

onDiskAndInBucket((open) => {
  const school = open.shared();
  const { student, handIn, mine } = handIns(() => school);
  const manager = sharedPerson(school, { level: 20 });
  let token = "";
  beforeAll(async () => {
    ({ token } = await student());
  });

  /** Loses files as somebody does who deletes them past the school. */
  const lose = async (...keys: StoreKey[]): Promise<void> => {
    const isInBucket = "STORE_URL" in school.variables;
    const store = isInBucket ? (await school.places()).store : diskStore(school.dataDir);
    await store.delete(keys);
  };
  const storedIn = async (table: "message_file" | "marked_file" | "upload_file" | "source_part") =>
    (await school.rows(table)).map(({ stored }) => sentFile(stored));
  const handedIn = async () => {
    await handIn(token);
    return (await mine(token))[0].uploads.at(-1);
  };
  /** Sends 300 bytes of a file of the content. */
  const sendPart = (bytes: Buffer, at: number, use: "file" | "zip") =>
    school.call(
      `/staff/content/uploads/${hash("sha256", bytes)}?at=${at}&size=${bytes.length}&use=${use}`,
      { ...manager, method: "PUT", body: bytes.subarray(at, at + 300) },
    );
  const damaged = async (): Promise<string[]> =>
    JSON.parse((await runInProcess(["store", "check", "--json"], school.variables)).out).damaged;

  test.each<[what: string, loseOne: () => Promise<string>]>([
    [
      "of a hand-in",
      async () => {
        const { id, files } = await handedIn();
        await lose(...(await storedIn("upload_file")));
        return `/user/assignments/${TASK}/uploads/${id}/${files[0].name}`;
      },
    ],
    [
      "with a drawing",
      async () => {
        const { id } = await handedIn();
        await markFirstFile(school.database, id);
        await lose(...(await storedIn("marked_file")));
        return `/user/assignments/${TASK}/uploads/${id}/marked/0`;
      },
    ],
    [
      "of a message",
      async () => {
        const { json } = await school.message(token, undefined, { "a.jpg": FILES.jpeg() });
        await lose(...(await storedIn("message_file")));
        return `/user/messages/${json.message.id}/attachments/0`;
      },
    ],
    [
      "of the content",
      async () => {
        await lose(contentFile((await school.row("file", { title: "sheet.pdf" })).checksum));
        return "/assets/fetchData?product=PM&title=sheet.pdf";
      },
    ],
    [
      "that a job has made",
      async () => {
        const order = { kind: "people-import", accountId: null, level: 20, input: {} };
        const made = { state: "done", made: "gone", made_name: "rest.csv" } as const;
        const id = await school.database.write((db) => orderJob(db, school.now, order));
        await school.update("job", made, { id });
        return `/staff/jobs/${id}/file`;
      },
    ],
  ])("a file that the store has lost is a 404 that says so: %s", async (_, loseOne) => {
    const path = await loseOne();
    const answer = await school.call(path, path.startsWith("/staff") ? manager : { token });
    expect(answer.headers["content-type"]).toBe("application/problem+json");
    expect(answer.outcome).toEqual([404, "asset/not_found"]);
  });

  test("a check names a lost part of a file of the content, which can be sent again", async () => {
    const bytes = randomBytes(900);
    const missing = async () => {
      const json = { files: [{ checksum: hash("sha256", bytes), size: bytes.length }] };
      return (await school.call("/staff/content/uploads", { ...manager, json })).json.missing;
    };
    for (const at of [0, 300]) await sendPart(bytes, at, "file");
    const key = sentFile((await school.row("source_part", { position: 300 })).stored);
    await lose(key);
    expect(await damaged()).toContainEqual(expect.stringContaining(key.name));
    // A bucket tells of a loss only where it is read: then the file is sent again from its start.
    for (let tries = 0; tries < 6; tries += 1) {
      const [left] = await missing();
      if (left) await sendPart(bytes, left.received, "file");
    }
    expect(await missing()).toEqual([]);
  });

  test("a check names the lost file of a job", async () => {
    const body = Buffer.from("username\nann\n");
    const form = formRequest(manager.token, [{ name: "file", fileName: "people.csv", body }]);
    const { id } = (await school.call("/staff/imports", form)).json;
    const { file } = await school.row("job", { id });
    const named = expect.stringContaining(file ?? "nothing");
    expect(await damaged()).not.toContainEqual(named);
    await lose(sentFile(file ?? ""));
    expect(await damaged()).toContainEqual(named);
  });

  test("a zip of which the store has lost a part is asked for again", async () => {
    const bytes = randomBytes(600);
    for (const at of [0, 300]) await sendPart(bytes, at, "zip");
    await lose(...(await storedIn("source_part")));
    const json = { checksum: hash("sha256", bytes), size: bytes.length, replaces: null };
    const { job } = (await school.call("/staff/content/draft/zip", { ...manager, json })).json;
    await school.server.runJobs();
    const ended = (await school.call(`/staff/jobs/${job}`, manager)).json;
    expect(ended.job).toMatchObject({ state: "failed", problem: "content/missing_files" });
    expect(await storedIn("source_part")).toEqual([]);
  });
});
