import { connect } from "node:net";

const SOCKETS = 200;
/** Requests that each of them has under way. */
const UNDER_WAY = 10;

interface Flood {
  answered: number;
  refused: number;
  /** Refusals that say when to come back, in seconds. */
  readonly times: Set<number>;
  readonly others: Set<string>;
}

const count = (head: string, flood: Flood): void => {
  const status = head.slice(0, 3);
  const retryAfter = /^retry-after: (\d+)\r$/im.exec(head)?.[1];
  if (status === "401" || status === "200") flood.answered += 1;
  else if (status === "503" && retryAfter !== undefined) {
    flood.refused += 1;
    flood.times.add(Number(retryAfter));
  } else flood.others.add(status);
};

/**
 * Starts clients that send a new request for each answer, whatever the answer says.
 * @param paths what they ask for; they take turns
 * @returns what they are answered, and a function that ends them
 */
export const startFlood = (address: string, paths: readonly string[]) => {
  const { hostname, port } = new URL(address);
  const flood: Flood = { answered: 0, refused: 0, times: new Set(), others: new Set() };
  const sockets = Array.from({ length: SOCKETS }, (_, at) => {
    const request = `GET ${paths[at % paths.length]} HTTP/1.1\r\nHost: a\r\n\r\n`;
    const socket = connect(Number(port), hostname, () => socket.write(request.repeat(UNDER_WAY)));
    socket.setEncoding("latin1");
    let last = "";
    socket.on("data", (chunk) => {
      const text = last + chunk;
      const heads = text.split("HTTP/1.1 ");
      // The last one may not be complete.
      last = `HTTP/1.1 ${heads.pop() ?? ""}`;
      for (const head of heads.slice(1)) count(head, flood);
      if (heads.length > 1) socket.write(request.repeat(heads.length - 1));
    });
    socket.on("error", () => {});
    return socket;
  });
  const end = () => {
    for (const socket of sockets) socket.destroy();
  };
  return { flood, end };
};
