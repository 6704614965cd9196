import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { PoolOptions, PoolWorker } from "vitest/node";
import { type Answer, type Order, unwrap, wrap } from "./messages.ts";

const ENTRY = fileURLToPath(new URL("worker.ts", import.meta.url));

type Listener = (...args: unknown[]) => void;

/**
 * The process that runs the tests. For Vitest it is a pool worker that is busy until it is told to
 * end; orders and answers go over the same channel.
 */
export class TestProcess implements PoolWorker {
  readonly name = "mutation";
  readonly #options: PoolOptions;
  readonly #onAnswer: (answer: Answer) => void;
  readonly #wrapped = new WeakMap<Listener, Listener>();
  #child: ChildProcess | null = null;

  constructor(options: PoolOptions, onAnswer: (answer: Answer) => void) {
    this.#options = options;
    this.#onAnswer = onAnswer;
  }

  async start(): Promise<void> {
    this.#child = fork(ENTRY, [], {
      env: this.#options.env,
      execArgv: this.#options.execArgv,
      // What tests print would hide the results.
      stdio: ["ignore", "ignore", process.env.DEBUG ? "inherit" : "ignore", "ipc"],
      serialization: "advanced",
    });
    this.#child.on("message", (message) => {
      const answer = unwrap<Answer>(message);
      if (answer) this.#onAnswer(answer);
    });
  }

  get #running(): ChildProcess {
    if (!this.#child) throw new Error("The test process has not started");
    return this.#child;
  }

  on(event: string, listener: Listener): void {
    const own: Listener = (...args) => {
      if (event !== "message" || unwrap(args[0]) === null) listener(...args);
    };
    this.#wrapped.set(listener, own);
    this.#running.on(event, own);
  }

  off(event: string, listener: Listener): void {
    this.#child?.off(event, this.#wrapped.get(listener) ?? listener);
  }

  send(message: Parameters<PoolWorker["send"]>[0]): void {
    if (this.#child?.connected) this.#child.send(message);
  }

  order(order: Order): void {
    this.#running.send(wrap(order));
  }

  deserialize(data: unknown): unknown {
    return data;
  }

  /** Ends it at once, also out of an endless loop. */
  kill(): void {
    this.#child?.kill("SIGKILL");
  }

  async stop(): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    await new Promise<void>((resolve) => {
      child.once("exit", () => resolve());
      child.kill("SIGKILL");
    });
  }
}
