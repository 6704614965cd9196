import { createHash, randomBytes } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { orderJob } from "../../../src/server/jobs/job-rows.ts";
import { contentFile, type StoreKey, sentFile } from "../../../src/server/store/store.ts";
import { FILES, formRequest } from "../support/form.ts";
import { handIns, markFirstFile, TASK } from "../support/hand-ins.ts";
import { onDiskAndInBucket } from "../support/on-disk-and-in-bucket.ts";
import { runInProcess } from "../support/run-in-process.ts";
import { diskStore } from "../support/stored-path.ts";

onDiskAndInBucket((open) => {
  const school = open.shared();
  const { student, handIn, mine } = handIns(() => school);
  let token = "";
  let manager = "";
  beforeAll(async () => {
    ({ token } = await student());
    manager = await school.token(await school.add({ level: 20 }));
  });

  const isInBucket = () => "STORE_URL" in school.variables;
  const storeOf = async () =>
    isInBucket() ? (await school.places()).store : diskStore(school.dataDir);
  /** Loses files as somebody does who deletes them past the school. */
  const lose = async (...keys: StoreKey[]): Promise<void> => (await storeOf()).delete(keys);
  const storedIn = (table: "message_file" | "marked_file" | "upload_file" | "source_part") =>
    school.database.read
      .selectFrom(table)
      .select("stored")
      .orderBy("stored")
      .execute()
      .then((rows) => rows.map(({ stored }) => sentFile(stored)));

  test.each([
    {
      what: "of a hand-in",
      lost: async () => {
        await handIn(token);
        const { id, files } = (await mine(token))[0].uploads.at(-1);
        await lose(...(await storedIn("upload_file")));
        return `/user/assignments/${TASK}/uploads/${id}/${files[0].name}`;
      },
    },
    {
      what: "with a drawing",
      lost: async () => {
        await handIn(token);
        const { id } = (await mine(token))[0].uploads.at(-1);
        await markFirstFile(school.database, id);
        await lose(...(await storedIn("marked_file")));
        return `/user/assignments/${TASK}/uploads/${id}/marked/0`;
      },
    },
    {
      what: "of a message",
      lost: async () => {
        const { json } = await school.message(token, undefined, { "a.jpg": FILES.jpeg() });
        await lose(...(await storedIn("message_file")));
        return `/user/messages/${json.message.id}/attachments/0`;
      },
    },
    {
      what: "of the content",
      lost: async () => {
        const { checksum } = await school.row("file", { title: "sheet.pdf" });
        await lose(contentFile(checksum));
        return "/assets/fetchData?product=PM&title=sheet.pdf";
      },
    },
    {
      what: "that a job has made",
      lost: async () => {
        const order = { kind: "people-import", accountId: null, level: 20, input: {} };
        const id = await school.database.write(async (db) => {
          const id = await orderJob(db, school.now, order);
          const made = { state: "done", made: "gone", made_name: "rest.csv" } as const;
          await db.updateTable("job").set(made).where("id", "=", id).execute();
          return id;
        });
        return `/staff/jobs/${id}/file`;
      },
    },
  ])("a file that the store has lost is a 404 that says so: $what", async ({ lost }) => {
    const path = await lost();
    const answer = await school.call(path, { token: path.startsWith("/staff") ? manager : token });
    expect(answer.headers["content-type"]).toBe("application/problem+json");
    expect([answer.status, answer.json.code]).toEqual([404, "asset/not_found"]);
  });

  test("a check names a lost part of a file of the content, which can be sent again", async () => {
    const bytes = randomBytes(900);
    const checksum = createHash("sha256").update(bytes).digest("hex");
    const part = (at: number) =>
      school.call(`/staff/content/uploads/${checksum}?at=${at}&size=900&use=file`, {
        ...{ method: "PUT", token: manager, body: bytes.subarray(at, at + 300) },
      });
    const missing = async () => {
      const json = { files: [{ checksum, size: bytes.length }] };
      return (await school.call("/staff/content/uploads", { token: manager, json })).json.missing;
    };
    await part(0);
    await part(300);
    const [second] = await school.database.read
      .selectFrom("source_part")
      .select("stored")
      .where("position", "=", 300)
      .execute();
    const key = sentFile(second?.stored ?? "");
    await lose(key);
    const checked = await runInProcess(["store", "check", "--json"], school.variables);
    expect(JSON.parse(checked.out).damaged).toContainEqual(expect.stringContaining(key.name));
    // A bucket tells of a loss only where it is read: then the file is sent again from its start.
    for (let tries = 0; tries < 6; tries += 1) {
      const [left] = await missing();
      if (left) await part(left.received);
    }
    expect(await missing()).toEqual([]);
  });

  test("a check names the lost file of a job", async () => {
    const checked = async (): Promise<string[]> =>
      JSON.parse((await runInProcess(["store", "check", "--json"], school.variables)).out).damaged;
    const form = formRequest(manager, [
      { name: "file", fileName: "people.csv", body: Buffer.from("username\nann\n") },
    ]);
    const { id } = (await school.call("/staff/imports", form)).json;
    const { file } = await school.row("job", { id });
    const named = expect.stringContaining(file ?? "nothing");
    expect(await checked()).not.toContainEqual(named);
    await lose(sentFile(file ?? ""));
    expect(await checked()).toContainEqual(named);
  });

  test("a zip of which the store has lost a part is asked for again", async () => {
    const bytes = randomBytes(600);
    const checksum = createHash("sha256").update(bytes).digest("hex");
    for (const at of [0, 300]) {
      await school.call(`/staff/content/uploads/${checksum}?at=${at}&size=600&use=zip`, {
        ...{ method: "PUT", token: manager, body: bytes.subarray(at, at + 300) },
      });
    }
    await lose(...(await storedIn("source_part")));
    const json = { checksum, size: bytes.length, replaces: null };
    const { job } = (await school.call("/staff/content/draft/zip", { token: manager, json })).json;
    await school.server.runJobs();
    const ended = (await school.call(`/staff/jobs/${job}`, { token: manager })).json;
    expect(ended.job).toMatchObject({ state: "failed", problem: "content/missing_files" });
    expect(await storedIn("source_part")).toEqual([]);
  });
});
