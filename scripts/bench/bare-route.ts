import type { AddressInfo } from "node:net";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setImmediate as nextTurn } from "node:timers/promises";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { openWriteAheadLog, startWriteAheadLog } from "../../src/server/db/write-ahead-log.ts";

const [, , size, folder = "."] = process.argv;
const bytes = new Uint8Array(Number(size));

const file = path.join(folder, "bare.db");
const database = new DatabaseSync(file);
startWriteAheadLog(database);
// As the school does it: this file syncs the log itself, once for all writes that wait.
database.exec("pragma synchronous = normal; create table done (text text not null)");
const log = await openWriteAheadLog(file);
const [begin, insert, commit] = ["begin immediate", "insert into done values (?)", "commit"].map(
  (statement) => database.prepare(statement),
);

let waiting: { text: string; written: () => void }[] = [];
let isWriting = false;

const writeAll = async (): Promise<void> => {
  isWriting = true;
  while (waiting.length > 0) {
    await nextTurn();
    const round = waiting;
    waiting = [];
    begin?.run();
    for (const { text } of round) insert?.run(text);
    commit?.run();
    await log.datasync();
    for (const { written } of round) written();
  }
  isWriting = false;
};

/** Resolves when the text is on the disk. */
const write = (text: string): Promise<void> =>
  new Promise((written) => {
    waiting.push({ text, written });
    if (!isWriting) void writeAll();
  });

/**
 * A Hono server that does no work, as the baseline for the routes of the school. The second route
 * sends the number of bytes given on the command line, the third keeps what it gets.
 */
const app = new Hono()
  .get("/", (context) => context.json({ status: "ok" }))
  .get("/as-large", (context) => context.body(bytes))
  .put("/write", async (context) => {
    await write(JSON.stringify(await context.req.json()));
    return context.json({ status: "ok" });
  });

serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, (address: AddressInfo) => {
  console.log(`http://127.0.0.1:${address.port}`);
});
