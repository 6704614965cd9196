import type { Kysely } from "kysely";
import { networksOf } from "../../client-address.ts";
import type { Account, Tables } from "../../db/schema.ts";
import type { Services } from "../../services.ts";
import { normalizeName } from "../account-names.ts";
import type { Budget } from "../failed-attempts.ts";
import { addressBudgets, Throttle } from "../throttle.ts";
import { newDevice } from "./cookies.ts";

const FAILURES_OF_A_NAME = 10;

const budgetOf = (key: string): Budget => ({ key, failures: FAILURES_OF_A_NAME });

/** Where a request comes from. */
export interface Origin {
  readonly address: string;
  /** The device that it names; null when it names none. */
  readonly device: string | null;
}

/** The account of a person who has given the right password. */
type VerifiedAccount = Pick<Account, "id" | "username_key">;

interface Credentials {
  readonly username: string;
  readonly password: string;
  /** Undefined for an unknown name, which takes the same work as a known one. */
  readonly account: Account | undefined;
}

/** The result of an attempt that was not throttled. */
interface Attempt {
  readonly isRight: boolean;
  /** The device, if the school knew it before. */
  readonly device: string | null;
  /** The budget that a success clears. The failures of strangers stay. */
  readonly budget: Budget;
}

/**
 * Verifies passwords, and throttles guesses: ten failures for a name, fifty for an address.
 * Strangers must not lock a person out. So a person has their own ten failures on each device where
 * they have signed in, and in each network. The network is for the desktop app and for pages of
 * other servers, where a browser stores no cookie of the school.
 */
export class SignInAttempts {
  readonly #services: Services;
  readonly #throttle: Throttle;

  constructor(services: Services) {
    this.#services = services;
    this.#throttle = new Throttle(services.failures, "login/throttled");
  }

  /**
   * @param signal aborts when the client has disconnected
   * @throws HttpProblem 429 with `Retry-After`
   * @throws OverloadedError
   */
  async verify(who: Credentials, from: Origin, signal: AbortSignal): Promise<Attempt> {
    const { log } = this.#services;
    const { name, device, network, byDevice, byNetwork, budgets } = await this.#assess(
      // Two older accounts may have the same normal form, so the account's own key is used.
      who.account?.username_key ?? normalizeName(who.username),
      who.account?.id,
      from,
    );
    const turn = {
      party: byDevice === "nobody" ? network : device,
      known: byDevice !== "nobody" || byNetwork !== "nobody",
      signal,
    };
    const isRight = await this.#guarded(
      budgets,
      turn,
      who.password,
      who.account?.password ?? null,
    ).catch((reason) => {
      log.info("sign-in not tried", { name, address: from.address });
      throw reason;
    });
    if (!isRight) log.info("sign-in failed", { name, address: from.address });
    return {
      isRight,
      device: byDevice === "nobody" ? null : from.device,
      budget: budgets[0],
    };
  }

  /**
   * Verifies the second factor after the right password. A wrong factor counts like a wrong
   * password, because the password may be stolen.
   * @param work verifies it, and returns null if it is wrong
   * @throws HttpProblem 429 with `Retry-After`
   */
  async verifySecond<Value>(
    { id, username_key }: VerifiedAccount,
    from: Origin,
    work: (attempt: Omit<Attempt, "isRight">) => Promise<Value | null>,
  ): Promise<Value | null> {
    const { name, byDevice, budgets } = await this.#assess(username_key, id, from);
    const device = byDevice === "nobody" ? null : from.device;
    const value = await this.#throttle.attempt(budgets, () => work({ device, budget: budgets[0] }));
    if (value === null) {
      this.#services.log.info("second factor failed", { name, address: from.address });
    }
    return value;
  }

  /**
   * Verifies a code of a signed-in person, with the same limit as their password.
   * @throws HttpProblem 429 with `Retry-After`
   */
  verifyOwnCode(accountId: number, work: () => Promise<boolean>): Promise<boolean> {
    return this.#throttle.attempt([this.#ownBudget(accountId)], work);
  }

  /**
   * Verifies the password of a signed-in person. Throttled too, so that nobody can guess it with a
   * stolen token.
   * @throws HttpProblem 429 with `Retry-After`
   * @throws OverloadedError
   */
  verifyOwn(accountId: number, password: string, hash: string, signal: AbortSignal) {
    const budget = this.#ownBudget(accountId);
    const turn = { party: budget.key, known: true, signal };
    return this.#guarded([budget], turn, password, hash);
  }

  /**
   * Records that a person has signed in: their origin becomes known, and their earlier failures are
   * cleared. Call within a write.
   * @returns the device, for its cookie
   */
  async succeeded(
    db: Kysely<Tables>,
    accountId: number,
    from: Origin,
    forgiven: Budget,
  ): Promise<string> {
    const { origins, failures } = this.#services;
    const device = from.device ?? newDevice();
    await origins.remember(db, accountId, [this.#deviceKey(device), this.#networkKey(from)]);
    await failures.clear(db, forgiven.key);
    return device;
  }

  /**
   * Records that a person has set a password through a mailed link: only the origin of that request
   * stays known. Call within a write.
   * @returns the device, for its cookie
   */
  async passwordReset(
    db: Kysely<Tables>,
    { id, username_key }: VerifiedAccount,
    from: Origin,
  ): Promise<string> {
    const { keyedHash, origins } = this.#services;
    const name = keyedHash("name", username_key);
    await origins.forget(db, id);
    return this.succeeded(db, id, from, this.#personal(name, this.#networkKey(from)));
  }

  /** What is known about the origin of an attempt, and the budgets that apply to it. */
  async #assess(nameKey: string, id: number | undefined, from: Origin) {
    const { keyedHash, origins } = this.#services;
    const device = this.#deviceKey(from.device);
    const network = this.#networkKey(from);
    const byDevice = await origins.whoKnows(device, id);
    const byNetwork = await origins.whoKnows(network, id);
    const name = keyedHash("name", nameKey);
    const budgets: [Budget, ...Budget[]] =
      byDevice === "person"
        ? [this.#personal(name, device)]
        : [
            byNetwork === "person" ? this.#personal(name, network) : budgetOf(name),
            ...addressBudgets(keyedHash, "sign-in", from.address),
          ];
    return { name, device, network, byDevice, byNetwork, budgets };
  }

  async #guarded(
    budgets: [Budget, ...Budget[]],
    turn: { party: string; known: boolean; signal: AbortSignal },
    password: string,
    hash: string | null,
  ): Promise<boolean> {
    return this.#throttle.inOrder(budgets, () =>
      this.#services.passwords.verifyInTurn(turn, async (verify) => {
        // Others may have failed while this attempt waited.
        await this.#throttle.assertAllowed(budgets);
        const isRight = await verify(password, hash);
        if (!isRight) await this.#throttle.record(budgets);
        return isRight;
      }),
    );
  }

  #ownBudget(accountId: number): Budget {
    return budgetOf(this.#services.keyedHash("own", String(accountId)));
  }

  #personal(name: string, origin: string): Budget {
    return budgetOf(this.#services.keyedHash("personal", `${name}\n${origin}`));
  }

  #deviceKey(device: string | null): string {
    return this.#services.keyedHash("device", device ?? "");
  }

  #networkKey({ address }: Origin): string {
    return this.#services.keyedHash("network", networksOf(address).household);
  }
}
