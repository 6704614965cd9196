import { createInterface } from "node:readline";
import { Writable } from "node:stream";

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

  /**
   * Asks for a line.
   * @param byDefault for an empty answer
   */
  async ask(question: string, byDefault = ""): Promise<string> {
    process.stderr.write(`${question}${byDefault === "" ? "" : ` [${byDefault}]`}: `);
    const { value } = await this.#lines.next();
    return value?.trim() || byDefault;
  }

  /** Asks for a line without showing it. */
  async askSecret(question: string): Promise<string> {
    process.stderr.write(`${question}: `);
    this.#isSecret = true;
    const { value } = await this.#lines.next();
    this.#isSecret = false;
    process.stderr.write("\n");
    return value ?? "";
  }

  close(): void {
    this.#interface.close();
  }
}
