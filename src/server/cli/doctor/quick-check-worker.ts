import { DatabaseSync } from "node:sqlite";
import { parentPort, workerData } from "node:worker_threads";

/** Checks a SQLite file in a thread of its own, because SQLite blocks the thread that it works in. */
const connection = new DatabaseSync(String(workerData), { readOnly: true, timeout: 5000 });
const [first] = Object.values(connection.prepare("pragma quick_check(1)").get() ?? {});
connection.close();
parentPort?.postMessage(first === "ok");
