import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** What becomes of a new connection. */
type Taking = "pass" | "hold" | "refuse";

/**
 * A line to a server that can be broken like a network. A browser's offline mode tells the page, which most
 * broken networks do not. Its near end keeps its port.
 */
export class Line {
  readonly #target: URL;
  readonly #server = createServer((near) => this.#take(near));
  readonly #open = new Set<Socket>();
  #port = 0;
  #taking: Taking = "pass";
  /** Connections that wait for the line to be restored. */
  #waiting: Socket[] = [];
  /** Whether the connections before the silence say nothing more. */
  #isSilent = false;
  /** The bytes of an answer after which the line stops. */
  #limit = Number.POSITIVE_INFINITY;
  #stopped = Promise.withResolvers<void>();
  #refused = Promise.withResolvers<void>();

  private constructor(target: string) {
    this.#target = new URL(target);
  }

  /** @param target the server's address */
  static async open(target: string): Promise<Line> {
    const line = new Line(target);
    await line.restore();
    return line;
  }

  get host(): string {
    return `127.0.0.1:${this.#port}`;
  }

  /** The address of a web server at this end of the line, without a slash at the end. */
  get url(): string {
    return `http://${this.host}`;
  }

  /** Breaks all connections; new ones find nobody at the port. */
  async cut(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = once(this.#server, "close");
    this.#server.close();
    this.#breakAll();
    await closed;
  }

  /** Breaks all connections, and accepts new ones without an answer until the line is restored. */
  async hold(): Promise<void> {
    await this.cut();
    this.#taking = "hold";
    await this.#listen();
  }

  /** Keeps all connections, and passes nothing on: what was sent in the silence is lost. */
  fallSilent(): void {
    this.#taking = "hold";
    this.#isSilent = true;
    for (const socket of this.#open) socket.unpipe().pause();
  }

  /** Breaks all connections, and each new one at once. */
  refuse(): void {
    this.#taking = "refuse";
    this.#refused = Promise.withResolvers<void>();
    this.#breakAll();
  }

  /** Resolves when somebody has tried while the line refuses connections. */
  refused(): Promise<void> {
    return this.#refused.promise;
  }

  /** Breaks all connections, and of each answer to a new one passes on this many bytes. */
  stopAfter(bytes: number): void {
    this.#limit = bytes;
    this.#stopped = Promise.withResolvers<void>();
    this.#breakAll();
  }

  /** Resolves when an answer has stopped. */
  stopped(): Promise<void> {
    return this.#stopped.promise;
  }

  /** Passes everything on; held requests are answered. */
  async restore(): Promise<void> {
    const waiting = this.#waiting.splice(0);
    this.#taking = "pass";
    this.#limit = Number.POSITIVE_INFINITY;
    if (this.#isSilent) this.#breakAll();
    this.#isSilent = false;
    for (const near of waiting) if (!near.destroyed) this.#join(near);
    if (!this.#server.listening) await this.#listen();
  }

  async #listen(): Promise<void> {
    this.#server.listen(this.#port, "127.0.0.1");
    await once(this.#server, "listening");
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  #breakAll(): void {
    for (const socket of this.#open) socket.destroy();
  }

  #keep(socket: Socket): void {
    this.#open.add(socket);
    socket.on("error", () => socket.destroy());
    socket.once("close", () => this.#open.delete(socket));
  }

  #take(near: Socket): void {
    this.#keep(near);
    if (this.#taking === "hold") this.#waiting.push(near);
    else if (this.#taking === "pass") this.#join(near);
    else {
      near.destroy();
      this.#refused.resolve();
    }
  }

  #join(near: Socket): void {
    const far = connect(Number(this.#target.port), this.#target.hostname);
    this.#keep(far);
    near.once("close", () => far.destroy());
    far.once("close", () => near.destroy());
    near.pipe(far);
    if (this.#limit === Number.POSITIVE_INFINITY) far.pipe(near);
    else this.#passSome(far, near);
  }

  #passSome(far: Socket, near: Socket): void {
    let passed = 0;
    far.on("data", (piece: Buffer) => {
      near.write(piece.subarray(0, Math.max(0, this.#limit - passed)));
      passed += piece.length;
      if (passed > this.#limit) this.#stopped.resolve();
    });
    far.once("end", () => near.end());
  }
}
