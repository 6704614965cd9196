import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

/** The parameters of argon2id, in the form that node:crypto takes. */
export interface Derivation {
  message: Buffer;
  nonce: Buffer;
  parallelism: number;
  tagLength: number;
  /** KiB. */
  memory: number;
  passes: number;
}

export type Derive = (parameters: Derivation) => Promise<Buffer>;

const argon2id = promisify(argon2);
const derive: Derive = (parameters) => argon2id("argon2id", parameters);

/** OWASP's recommendation of 2024 for argon2id: 19 MiB, 2 passes, 1 lane. */
const MEMORY_KIB = 19 * 1024;
const PASSES = 2;
const LANES = 1;
const TAG_BYTES = 32;
const SALT_BYTES = 16;

/** Two hashes at once leave half of Node's four threads for files and compression. */
const AT_ONCE = 2;
const MAX_WAITING = 100;

/** The shortest allowed password, in characters. */
export const MIN_PASSWORD_LENGTH = 8;

/** Too many sign-ins wait to be served in a reasonable time. */
export class OverloadedError extends Error {}

const base64 = (bytes: Buffer): string => bytes.toString("base64").replace(/=+$/, "");

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/;

/** Compared against for unknown accounts, so that they take as long as known ones. */
const NOBODY = `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${base64(Buffer.alloc(SALT_BYTES))}$${base64(Buffer.alloc(TAG_BYTES))}`;

/** Hashes passwords with argon2id. Runs a few at once and queues the rest up to a limit. */
export class Passwords {
  readonly #derive: Derive;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(derivation: Derive = derive) {
    this.#derive = derivation;
  }

  /** Returns the hash to store, in PHC format. @throws OverloadedError */
  async hash(password: string): Promise<string> {
    const nonce = randomBytes(SALT_BYTES);
    const tag = await this.#inTurn({
      message: Buffer.from(password.normalize("NFKC")),
      nonce,
      parallelism: LANES,
      tagLength: TAG_BYTES,
      memory: MEMORY_KIB,
      passes: PASSES,
    });
    return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${base64(nonce)}$${base64(tag)}`;
  }

  /**
   * Whether the password matches the hash. Without a hash it takes equally long and returns false.
   * @throws OverloadedError
   */
  async verify(password: string, hash: string | null): Promise<boolean> {
    const [, memory, passes, lanes, salt, tag] = PHC.exec(hash ?? NOBODY) ?? [];
    if (salt === undefined || tag === undefined) throw new Error("A stored password is damaged");
    const expected = Buffer.from(tag, "base64");
    const found = await this.#inTurn({
      message: Buffer.from(password.normalize("NFKC")),
      nonce: Buffer.from(salt, "base64"),
      parallelism: Number(lanes),
      tagLength: expected.length,
      memory: Number(memory),
      passes: Number(passes),
    });
    return timingSafeEqual(found, expected) && hash !== null;
  }

  async #inTurn(parameters: Derivation): Promise<Buffer> {
    if (this.#running >= AT_ONCE) {
      if (this.#waiting.length >= MAX_WAITING) throw new OverloadedError();
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else {
      this.#running += 1;
    }
    try {
      return await this.#derive(parameters);
    } finally {
      // The slot passes directly to the next waiter, so that no new caller can take it first.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }
}
