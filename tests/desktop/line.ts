import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** The network between the app and its school. */
export interface Line {
  /** The school's address as the app knows it, without a slash at the end. */
  url: string;
  /** Cuts the line: running requests break off, new ones fail. */
  cut: () => Promise<void>;
  /** Accepts connections from now on, and never answers. */
  hold: () => Promise<void>;
  /** Restores the line; held requests are answered. */
  restore: () => Promise<void>;
}

/**
 * A proxy to a school that can be cut like a network. A browser's offline mode tells the page,
 * which most broken networks do not.
 * @param school its address
 */
export const openLine = async (school: string): Promise<Line & { end: () => Promise<void> }> => {
  const { hostname, port } = new URL(school);
  const open = new Set<Socket>();
  /** Connections whose bytes are held back while the line does not answer. */
  let held: Socket[] | null = null;

  const join = (near: Socket) => {
    const far = connect(Number(port), hostname);
    const sockets = [
      [near, far],
      [far, near],
    ] as const;
    for (const [from, to] of sockets) {
      open.add(from);
      from.on("error", () => to.destroy());
      from.on("close", () => {
        open.delete(from);
        to.destroy();
      });
      from.pipe(to);
    }
  };

  const server = createServer((near) => {
    if (!held) return join(near);
    held.push(near);
    open.add(near);
    near.on("error", () => near.destroy());
  });
  const listen = async (at: number) => {
    server.listen(at, "127.0.0.1");
    await once(server, "listening");
    return (server.address() as AddressInfo).port;
  };
  const cut = async () => {
    if (!server.listening) return;
    const closed = once(server, "close");
    server.close();
    for (const socket of open) socket.destroy();
    await closed;
  };

  const own = await listen(0);
  return {
    url: `http://127.0.0.1:${own}`,
    cut,
    async hold() {
      await cut();
      held = [];
      await listen(own);
    },
    async restore() {
      const waiting = held ?? [];
      held = null;
      for (const near of waiting) if (!near.destroyed) join(near);
      if (!server.listening) await listen(own);
    },
    end: cut,
  };
};
