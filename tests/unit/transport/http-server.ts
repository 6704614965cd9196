import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

export interface Received {
  method: string;
  url: string;
  headers: IncomingMessage["headers"];
  body: string;
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  let body = "";
  for await (const chunk of request) body += chunk;
  return body;
};

/** A server on a free port until the test ends. It answers as the test says, or not at all. */
export const startHttpServer = async (
  answer: (response: ServerResponse, request: Received) => void,
) => {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const { method = "", url = "", headers } = request;
    const asked = { method, url, headers, body: await bodyOf(request) };
    received.push(asked);
    answer(response, asked);
    server.emit("answering", response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  };
  onTestFinished(async () => {
    if (server.listening) await close();
  });
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    close,
    /** Resolves with the next request's response. */
    answering: async (): Promise<ServerResponse> => (await once(server, "answering"))[0],
  };
};

export const json = (response: ServerResponse, value: unknown, status = 200): void => {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
};
