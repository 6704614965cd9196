import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** What becomes of the answer to a commit: the connection is cut, or it does not come before the time limit. */
export type Loss = "cut" | "late";

/** How PostgreSQL's protocol sends `commit`: a query with its length. */
const COMMIT = Buffer.from("Q\0\0\0\x0bcommit\0", "latin1");

/** A line to PostgreSQL on which every commit arrives, and the answer to one of them is lost. */
export class CommitLine {
  readonly #target: URL;
  readonly #server = createServer((near) => this.#join(near));
  readonly #open = new Set<Socket>();
  /** How many commits there are until the one whose answer is lost; 0: none is. */
  #left = 0;
  #loss: Loss = "cut";

  private constructor(target: string) {
    this.#target = new URL(target);
  }

  static async open(target: string): Promise<CommitLine> {
    const line = new CommitLine(target);
    line.#server.listen(0, "127.0.0.1");
    await once(line.#server, "listening");
    return line;
  }

  /** The address of the database at this end. @param limitMs the time limit of a query */
  address(limitMs: number): string {
    const url = new URL(this.#target);
    url.host = `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    url.searchParams.set("query_timeout", String(limitMs));
    return url.href;
  }

  /** Loses the answer to a commit. @param which the first from now on is 1 */
  lose(loss: Loss, which: number): void {
    this.#loss = loss;
    this.#left = which;
  }

  /** Loses none from now on. @returns whether one was lost */
  keepAll(): boolean {
    const hasLost = this.#left === 0;
    this.#left = 0;
    return hasLost;
  }

  async close(): Promise<void> {
    this.#server.close();
    for (const socket of this.#open) socket.destroy();
    await once(this.#server, "close");
  }

  #join(near: Socket): void {
    const far = connect(Number(this.#target.port), this.#target.hostname);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#open.add(socket);
      socket.on("error", () => socket.destroy());
      socket.once("close", () => {
        this.#open.delete(socket);
        other.destroy();
      });
    }
    let loss: Loss | null = null;
    near.on("data", (piece: Buffer) => {
      if (this.#left > 0 && piece.includes(COMMIT)) {
        this.#left -= 1;
        if (this.#left === 0) loss = this.#loss;
      }
      far.write(piece);
    });
    far.on("data", (piece: Buffer) => {
      // The answer says that the database has committed.
      if (loss === null) near.write(piece);
      else if (loss === "cut") near.destroy();
    });
  }
}
