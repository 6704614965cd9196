import { Worker } from "node:worker_threads";
import { type CompiledQuery, type DatabaseConnection, Kysely, type QueryResult } from "kysely";
import type { Tables } from "./schema.ts";
import { dialectOf } from "./sqlite-dialect.ts";

export interface ReportingQuery {
  readonly id: number;
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

export type ReportingAnswer =
  | { readonly id: number; readonly rows: readonly unknown[] }
  | { readonly id: number; readonly failure: string };

/**
 * Reads a SQLite file in a thread of its own, which is started when it is first needed. SQLite answers
 * a query before it does anything else, so a long one in the server's own thread would keep everybody
 * waiting.
 */
export class ReportingConnection implements DatabaseConnection {
  readonly #file: string;
  readonly #waiting = new Map<number, PromiseWithResolvers<readonly unknown[]>>();
  #worker: Worker | null = null;
  #last = 0;

  constructor(file: string) {
    this.#file = file;
  }

  #start(): Worker {
    const worker = new Worker(new URL("./reporting-worker.ts", import.meta.url), {
      workerData: this.#file,
    });
    worker.on("message", (answer: ReportingAnswer) => {
      const waiting = this.#waiting.get(answer.id);
      this.#waiting.delete(answer.id);
      // An idle thread must not keep the process.
      if (this.#waiting.size === 0) worker.unref();
      if ("rows" in answer) waiting?.resolve(answer.rows);
      else waiting?.reject(new Error(answer.failure));
    });
    // It has ended, for example because the memory is full. The next query starts another one.
    worker.on("error", (reason) => this.#end(worker, reason));
    worker.on("exit", () => this.#end(worker, new Error("The thread has ended")));
    return worker;
  }

  #end(worker: Worker, reason: unknown): void {
    if (this.#worker !== worker) return;
    this.#worker = null;
    for (const { reject } of this.#waiting.values()) reject(reason);
    this.#waiting.clear();
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    this.#worker ??= this.#start();
    this.#last += 1;
    const answer = Promise.withResolvers<readonly unknown[]>();
    this.#waiting.set(this.#last, answer);
    this.#worker.ref();
    this.#worker.postMessage({ id: this.#last, sql, parameters } satisfies ReportingQuery);
    return { rows: (await answer.promise) as Row[] };
  }

  // biome-ignore lint/correctness/useYield: the interface asks for it, and nothing here streams.
  async *streamQuery(): AsyncGenerator<never> {
    throw new Error("Rows are not streamed from SQLite");
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }
}

const notHere = async (): Promise<never> => {
  throw new Error("A reporting connection writes nothing");
};

export const reportingTables = (connection: ReportingConnection): Kysely<Tables> =>
  new Kysely<Tables>({
    dialect: dialectOf(connection, {
      beginTransaction: notHere,
      commitTransaction: notHere,
      rollbackTransaction: notHere,
      destroy: () => connection.close(),
    }),
  });
