import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { CommandError } from "./errors.ts";

/** Why an answer cannot be taken, as a sentence; null for a good one. */
export type Check = (answer: string) => string | null | Promise<string | null>;

/** Asks a person at a terminal, one line after the other. Prints to standard error. */
export class TerminalQuestions {
  #isSecret = false;
  readonly #interface: ReturnType<typeof createInterface>;
  readonly #lines: AsyncIterator<string>;

  constructor() {
    const echo = new Writable({
      write: (chunk, _encoding, done) => {
        if (!this.#isSecret) process.stderr.write(chunk);
        done();
      },
    });
    this.#interface = createInterface({ input: process.stdin, output: echo, terminal: true });
    this.#lines = this.#interface[Symbol.asyncIterator]();
  }

  /** The next line. @throws CommandError at the end of what is typed */
  async #line(question: string): Promise<string> {
    process.stderr.write(`${question}: `);
    const { value, done } = await this.#lines.next();
    if (done) throw new CommandError("Nothing was changed: not all questions were answered.");
    return value;
  }

  /**
   * Asks for a line, until it can be taken.
   * @param byDefault for an empty answer
   * @throws CommandError at the end of what is typed
   */
  async ask(question: string, byDefault = "", check: Check = () => null): Promise<string> {
    for (;;) {
      const line = await this.#line(byDefault ? `${question} [${byDefault}]` : question);
      const answer = line.trim() || byDefault;
      const problem = await check(answer);
      if (problem === null) return answer;
      process.stderr.write(`${problem}\n`);
    }
  }

  /** Asks for a line twice without showing it, until it can be taken. @throws CommandError as `ask` */
  async askSecret(question: string, check: Check): Promise<string> {
    for (;;) {
      this.#isSecret = true;
      try {
        const answer = await this.#line(question);
        process.stderr.write("\n");
        let problem = await check(answer);
        if (problem === null) {
          if ((await this.#line(`${question} again`)) === answer) return answer;
          problem = "\nThe two are not the same.";
        }
        process.stderr.write(`${problem}\n`);
      } finally {
        this.#isSecret = false;
      }
    }
  }

  close(): void {
    this.#interface.close();
  }
}
