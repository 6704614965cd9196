import { mkdirSync, writeFileSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import S3rver from "s3rver";
import type { StoreSettings } from "../../../src/server/store/store-settings.ts";
import { checkSignature } from "./check-signature.ts";
import { provideSingleDes } from "./single-des.ts";

provideSingleDes();

const BUCKET = "school";
/** The keys that s3rver knows. */
const KEY = "S3RVER";

/** An S3-compatible store on this machine, which checks signatures, and can go away and come back. */
export class S3Server {
  /** By how much its clock is ahead of this machine's. */
  clockAheadMs = 0;
  readonly #directory: string;
  #server: S3rver | null = null;
  #port = 0;

  private constructor(directory: string) {
    this.#directory = directory;
  }

  static async start(): Promise<S3Server> {
    const server = new S3Server(await mkdtemp(path.join(tmpdir(), "bucket-")));
    await server.comeBack();
    return server;
  }

  /** Starts it again where it was. */
  async comeBack(): Promise<void> {
    this.#server = new S3rver({
      address: "127.0.0.1",
      port: this.#port,
      silent: true,
      directory: this.#directory,
      configureBuckets: [{ name: BUCKET, configs: [] }],
    });
    this.#server.middleware.unshift(async (context, next) => {
      const { host } = new URL(this.endpoint);
      const now = Date.now() + this.clockAheadMs;
      const refusal = await checkSignature(context.req, this.settings, host, now);
      if (!refusal) return next();
      context.status = refusal.status;
      context.type = "application/xml";
      context.body = `<?xml version="1.0"?><Error><Code>${refusal.code}</Code></Error>`;
    });
    ({ port: this.#port } = await this.#server.run());
  }

  /** Refuses connections. */
  async goAway(): Promise<void> {
    await this.#server?.close();
    this.#server = null;
  }

  async stop(): Promise<void> {
    await this.goAway();
    await rm(this.#directory, { recursive: true });
  }

  get endpoint(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** @param prefix of the school's keys, ending in a slash */
  of(prefix: string): { settings: StoreSettings; variables: Record<string, string> } {
    // s3rver removes empty folders while others put files into them.
    for (const folder of ["files", "uploads"]) {
      const place = path.join(this.#directory, BUCKET, prefix, folder);
      mkdirSync(place, { recursive: true });
      writeFileSync(path.join(place, "stays"), "");
    }
    const url = this.variables.STORE_URL?.replace("?", `/${prefix}?`) ?? "";
    return {
      settings: { ...this.settings, prefix },
      variables: { ...this.variables, STORE_URL: url },
    };
  }

  get settings(): StoreSettings {
    return {
      bucket: BUCKET,
      prefix: "",
      endpoint: this.endpoint,
      region: "eu-central-1",
      cdn: null,
      accessKeyId: KEY,
      secretAccessKey: KEY,
    };
  }

  /** The environment variables of a school that keeps its files here. */
  get variables(): Record<string, string> {
    return {
      STORE_URL: `s3://${BUCKET}?endpoint=${encodeURIComponent(this.endpoint)}&region=eu-central-1`,
      AWS_ACCESS_KEY_ID: KEY,
      AWS_SECRET_ACCESS_KEY: KEY,
    };
  }

  /** The keys of all objects. */
  async keys(): Promise<string[]> {
    const names = await readdir(path.join(this.#directory, BUCKET), { recursive: true });
    return names
      .filter((name) => name.endsWith("._S3rver_object"))
      .map((name) => name.slice(0, -"._S3rver_object".length))
      .toSorted();
  }

  #fileOf(key: string): string {
    return path.join(this.#directory, BUCKET, `${key}._S3rver_object`);
  }

  read(key: string): Promise<Buffer> {
    return readFile(this.#fileOf(key));
  }

  /** Changes an object's bytes as somebody who may write to the bucket does: its tag changes, too. */
  async replace(key: string, bytes: Buffer): Promise<void> {
    await writeFile(this.#fileOf(key), bytes);
    await rm(`${this.#fileOf(key)}.md5`, { force: true });
  }

  /** Changes an object's bytes as a failing disk does: the store does not notice it. */
  damage(key: string, bytes: Buffer): Promise<void> {
    return writeFile(this.#fileOf(key), bytes);
  }

  /** Puts objects there at once, past the server. */
  async add(keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      const file = this.#fileOf(key);
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, "");
      await writeFile(file.replace(/object$/, "metadata.json"), "{}");
    }
  }

  async remove(key: string): Promise<void> {
    await rm(this.#fileOf(key));
  }
}
