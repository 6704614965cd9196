import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A line to a server that can be cut, and can stop in the middle of an answer. */
export class LineTo {
  #server = createServer((socket) => this.#join(socket));
  readonly #sockets = new Set<Socket>();
  readonly #target: URL;
  #port = 0;
  /** The bytes of an answer after which the line stops. */
  #limit = Number.POSITIVE_INFINITY;
  #held = Promise.withResolvers<void>();
  #refused = Promise.withResolvers<void>();

  /** @param target the server's address */
  constructor(target: string) {
    this.#target = new URL(target);
  }

  get origin(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Opens the line, on the same port each time. */
  async open(): Promise<void> {
    if (this.#server.listening) await this.#close();
    this.#limit = Number.POSITIVE_INFINITY;
    this.#held = Promise.withResolvers<void>();
    this.#server = createServer((socket) => this.#join(socket));
    this.#server.listen(this.#port, "127.0.0.1");
    await once(this.#server, "listening");
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  /** Ends all connections, and each new one at once. */
  async cut(): Promise<void> {
    await this.#close();
    this.#refused = Promise.withResolvers<void>();
    this.#server = createServer((socket) => {
      socket.destroy();
      this.#refused.resolve();
    });
    this.#server.listen(this.#port, "127.0.0.1");
    await once(this.#server, "listening");
    this.#server.unref();
  }

  /** Resolves when somebody has tried while the line is cut. */
  refused(): Promise<void> {
    return this.#refused.promise;
  }

  /** Passes on this many bytes of each connection's answers, and then no more. */
  holdAfter(bytes: number): void {
    this.#limit = bytes;
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Resolves when an answer has stopped. */
  held(): Promise<void> {
    return this.#held.promise;
  }

  #close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    for (const socket of this.#sockets) socket.destroy();
    return closed;
  }

  #join(socket: Socket): void {
    const onward = connect(Number(this.#target.port), this.#target.hostname);
    for (const each of [socket, onward]) {
      this.#sockets.add(each);
      each.on("error", () => {});
      each.once("close", () => this.#sockets.delete(each));
    }
    socket.pipe(onward);
    let passed = 0;
    onward.on("data", (piece: Buffer) => {
      const left = this.#limit - passed;
      passed += piece.length;
      socket.write(piece.subarray(0, Math.max(0, left)));
      if (passed > this.#limit) this.#held.resolve();
    });
    onward.once("end", () => socket.end());
    socket.once("close", () => onward.destroy());
    onward.once("close", () => socket.destroy());
  }
}
