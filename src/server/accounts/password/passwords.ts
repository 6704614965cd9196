import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { FairQueue, type Waiter } from "../../fair-queue.ts";
import { normalize } from "../../normalize.ts";
import { OverloadedError } from "../../overloaded-error.ts";

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

type Derive = (parameters: Derivation) => Promise<Buffer>;

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
/** What a password takes on most machines, until the first ones have been measured on this one. */
const FIRST_MS = 30;
/**
 * A sign-in is answered within a second or refused at once. This leaves 300 ms for the hash itself, for the
 * commit of the session, and for those whom the measured time makes wait a little longer than expected.
 */
const MAX_WAIT_MS = 700;

/** A waiting party in the queue for hashing. */
export interface HashingTurn extends Waiter {
  /** Aborts when the client has disconnected. */
  readonly signal?: AbortSignal;
}

/** The turn for hashing a new password, for a person who is authenticated. */
const OWNER: HashingTurn = { party: "", known: true };

/** Whether a password matches a hash. Without a hash, or with an empty one, it takes equally long and gives false. */
export type Verify = (password: string, hash: string | null) => Promise<boolean>;

const base64 = (bytes: Buffer): string => bytes.toString("base64").replace(/=+$/, "");

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/;

/** Compared against for unknown accounts, so that they take as long as known ones. */
const NOBODY = `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${base64(Buffer.alloc(SALT_BYTES))}$${base64(Buffer.alloc(TAG_BYTES))}`;

/** Hashes passwords with argon2id. A few run at once; the others wait in a fair order, for a limited time. */
export class Passwords {
  readonly #derive: Derive;
  readonly #queue: FairQueue;

  /** @param maxWaitMs who would wait for longer is refused */
  constructor(derivation: Derive = derive, maxWaitMs = MAX_WAIT_MS) {
    this.#derive = derivation;
    this.#queue = new FairQueue({ atOnce: AT_ONCE, maxWaitMs, firstMs: FIRST_MS });
  }

  get waiting(): number {
    return this.#queue.waiting;
  }

  /** Returns the hash to store, in PHC format. @throws OverloadedError */
  async hash(password: string): Promise<string> {
    const nonce = randomBytes(SALT_BYTES);
    const tag = await this.#inTurn(OWNER, () =>
      this.#derive({
        message: Buffer.from(normalize(password, "NFKC")),
        nonce,
        parallelism: LANES,
        tagLength: TAG_BYTES,
        memory: MEMORY_KIB,
        passes: PASSES,
      }),
    );
    return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${base64(nonce)}$${base64(tag)}`;
  }

  /**
   * Runs work that verifies a password when its turn comes.
   * @param work may check again whether the attempt is allowed, and record its failure, before the
   *   next attempt begins
   * @throws OverloadedError when one would wait for too long, or the client has disconnected
   */
  verifyInTurn<Value>(turn: HashingTurn, work: (verify: Verify) => Promise<Value>): Promise<Value> {
    return this.#inTurn(turn, () => work((password, hash) => this.#verify(password, hash)));
  }

  async #verify(password: string, hash: string | null): Promise<boolean> {
    const [, memory, passes, lanes, salt, tag] = PHC.exec(hash || NOBODY) ?? [];
    if (salt === undefined || tag === undefined) throw new Error("A stored password is damaged");
    const expected = Buffer.from(tag, "base64");
    const found = await this.#derive({
      message: Buffer.from(normalize(password, "NFKC")),
      nonce: Buffer.from(salt, "base64"),
      parallelism: Number(lanes),
      tagLength: expected.length,
      memory: Number(memory),
      passes: Number(passes),
    });
    return timingSafeEqual(found, expected) && Boolean(hash);
  }

  #inTurn<Value>(turn: HashingTurn, work: () => Promise<Value>): Promise<Value> {
    return this.#queue.run(turn, work, () => new OverloadedError(), turn.signal);
  }
}
