import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify,
} from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:https";
import type { AddressInfo, LookupFunction } from "node:net";
import { buffer } from "node:stream/consumers";
import type { PushNetwork } from "../../../src/server/news/push/post-push.ts";
import type { PushMessage } from "../../../src/server/news/push/push-devices.ts";
import { tlsFile } from "./certificates.ts";

const ORIGIN = "https://push.example";

export interface ReceivedPush {
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** What the service answers. */
export interface PushReply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
}

const derive = (secret: Buffer, salt: Buffer, info: string | Buffer, length: number): Buffer =>
  Buffer.from(hkdfSync("sha256", secret, salt, info, length));

/** A browser that takes messages: its keys, and what they open (RFC 8291). */
export class PushBrowser {
  readonly endpoint: string;
  readonly #pair = createECDH("prime256v1");
  readonly #auth = randomBytes(16);
  readonly #service: PushService;

  constructor(service: PushService, endpoint: string) {
    this.#service = service;
    this.endpoint = endpoint;
    this.#pair.generateKeys();
  }

  /** What the app sends to the school. */
  get subscription() {
    return {
      endpoint: this.endpoint,
      p256dh: this.#pair.getPublicKey("base64url"),
      auth: this.#auth.toString("base64url"),
    };
  }

  /** The messages that have arrived for it, the first one first. */
  get messages(): PushMessage[] {
    return this.#service.received
      .filter(({ endpoint }) => endpoint === this.endpoint)
      .map(({ body }) => JSON.parse(this.#open(body)));
  }

  #open(body: Buffer): string {
    const salt = body.subarray(0, 16);
    const sender = body.subarray(21, 21 + (body[20] ?? 0));
    const sealed = body.subarray(21 + sender.length);
    const info = Buffer.concat([Buffer.from("WebPush: info\0"), this.#pair.getPublicKey(), sender]);
    const key = derive(this.#pair.computeSecret(sender), this.#auth, info, 32);
    const decipher = createDecipheriv(
      "aes-128-gcm",
      derive(key, salt, "Content-Encoding: aes128gcm\0", 16),
      derive(key, salt, "Content-Encoding: nonce\0", 12),
    );
    decipher.setAuthTag(sealed.subarray(-16));
    const text = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
    return text.subarray(0, text.lastIndexOf(2)).toString("utf8");
  }
}

const decoded = (part = "") => JSON.parse(Buffer.from(part, "base64url").toString());

/** Whether a header is signed for this service by the key that it names (RFC 8292). */
export const isSigned = (authorization: unknown, origin: string): boolean => {
  const [, token = "", key = ""] =
    /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(String(authorization)) ?? [];
  const [header, claims, signature = ""] = token.split(".");
  const point = Buffer.from(key, "base64url");
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) =>
    half.toString("base64url"),
  );
  const publicKey = createPublicKey({ key: { kty: "EC", crv: "P-256", x, y }, format: "jwk" });
  const isRight = verify(
    "sha256",
    Buffer.from(`${header}.${claims}`),
    { key: publicKey, dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  return isRight && decoded(header).alg === "ES256" && decoded(claims).aud === origin;
};

export const claimsOf = (authorization: unknown) =>
  decoded(/t=[\w-]+\.([\w-]+)/.exec(String(authorization))?.[1]);

/**
 * A push service of a browser, on this machine over HTTPS. It refuses messages that are not signed for it.
 */
export class PushService {
  readonly received: ReceivedPush[] = [];
  /** Called when somebody connects, who sends nothing before it resolves. */
  onHandshake: () => void | Promise<void> = () => {};
  /** Called with each message before the answer. What it gives is answered. */
  onPush: (push: ReceivedPush) => PushReply | undefined | Promise<PushReply | undefined> = () =>
    undefined;
  connections = 0;
  #server: Server | null = null;
  #port = 0;
  #browsers = 0;

  /** Starts it, after a stop at the same port again. */
  async start(): Promise<void> {
    const server = createServer(
      {
        cert: readFileSync(tlsFile("push.crt")),
        key: readFileSync(tlsFile("push.key")),
        SNICallback: async (_, done) => {
          await this.onHandshake();
          done(null);
        },
      },
      async (request, response) => {
        const body = await buffer(request).catch(() => null);
        // The client was killed.
        if (!body) return;
        const host = request.headers.host?.replace(/:\d+$/, "");
        const push = { endpoint: `https://${host}${request.url}`, headers: request.headers, body };
        const reply = await this.onPush(push);
        const isOurs = isSigned(request.headers.authorization, `https://${host}`);
        const { status, headers } = reply ?? { status: isOurs ? 201 : 403 };
        if (status < 300) this.received.push(push);
        response.writeHead(status, headers).end("It is not read.");
      },
    );
    server.on("connection", () => {
      this.connections += 1;
    });
    this.#server = server;
    await new Promise<void>((resolve) => server.listen(this.#port, "127.0.0.1", resolve));
    this.#port = (server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    server?.closeAllConnections();
    await new Promise((resolve) => (server ? server.close(resolve) : resolve(null)));
  }

  get port(): number {
    return this.#port;
  }

  /** How a school reaches it: every name leads here. */
  get network(): PushNetwork {
    return networkOf(this.#port);
  }

  /** A new browser, which takes its messages here. */
  browser(origin: string = ORIGIN): PushBrowser {
    this.#browsers += 1;
    return new PushBrowser(this, `${origin}/send/${this.#browsers}`);
  }
}

const lookup: LookupFunction = (_, { all }, callback) =>
  all ? callback(null, [{ address: "127.0.0.1", family: 4 }]) : callback(null, "127.0.0.1", 4);

/** How the service at a port of this machine is reached. */
export const networkOf = (port: number): PushNetwork => ({
  lookup,
  port,
  ca: readFileSync(tlsFile("push.crt")),
});
