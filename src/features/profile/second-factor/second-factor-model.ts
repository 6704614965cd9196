import { proxy, ref } from "valtio/vanilla";
import {
  beginPasskey,
  beginTotp,
  finishPasskey,
  finishTotp,
  getSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from "../../../contract/second-factor.ts";
import {
  type Failure,
  type FailureTable,
  matchFailure,
  type OwnKind,
} from "../../../core/match-failure.ts";
import { createPasskey } from "../../../core/passkeys.ts";
import type { Result } from "../../../lib/result.ts";
import { codeOf } from "../../../transport/call-failure.ts";
import type { Send } from "../../../transport/transport.ts";

/** What the person is about to do, once the password or a code has shown who they are. */
export type Doing =
  | { readonly kind: "passkey" }
  | { readonly kind: "totp" }
  | { readonly kind: "codes" }
  /** A passkey; null: the authenticator app. */
  | { readonly kind: "remove"; readonly passkey: string | null; readonly name: string };

export type SecondFactorFailure = Failure<"passkey-failed" | "passkey-exists">;

export const secondFactorMessages = {
  "passkey-failed": "second-factor.passkey-failed",
  "passkey-exists": "second-factor.passkey-exists",
  "password/wrong_password": "second-factor.wrong-proof",
  "second_factor/wrong": "second-step.wrong",
  "second_factor/expired": "second-factor.expired",
  "second_factor/required": "second-factor.last",
  "account/limit_reached": "second-factor.limit",
  429: "profile.throttled",
  else: "failure.connection",
} as const satisfies FailureTable<OwnKind<SecondFactorFailure>>;

export type OwnSecondFactor =
  Awaited<ReturnType<typeof readOwn>> extends Result<infer Value, unknown> ? Value : never;

interface AuthenticatorKey {
  readonly challenge: string;
  readonly secret: string;
  readonly uri: string;
}

const readOwn = (send: Send) => send(getSecondFactor);

/**
 * The person's own second factor. It is no `createResource`: the sign-in shares its chunk, so this has
 * nothing of the code for signed-in people.
 */
export const createSecondFactor = (send: Send) => {
  const state = proxy({
    /** What the account has; null until the school has answered. */
    own: null as OwnSecondFactor | null,
    /** Whether the school did not answer. */
    unknown: false,
    doing: null as Doing | null,
    busy: false,
    failure: null as SecondFactorFailure | null,
    /** What is being added to an authenticator app; its first code is awaited. */
    key: null as AuthenticatorKey | null,
    /** Recovery codes that the person has not kept yet. */
    codes: [] as readonly string[],
    /** How often something has been changed. */
    changes: 0,
  });

  const load = async (): Promise<void> => {
    state.unknown = false;
    const answer = await readOwn(send);
    if (answer.ok) state.own = ref(answer.value);
    else state.unknown = true;
  };

  const done = (codes: readonly string[]) => {
    Object.assign(state, { doing: null, key: null, codes, changes: state.changes + 1 });
    void load();
  };

  const run = async (work: () => Promise<SecondFactorFailure | null>): Promise<void> => {
    if (state.busy) return;
    state.busy = true;
    state.failure = null;
    state.failure = await work();
    state.busy = false;
  };

  const addPasskey = async (proof: string, name: string): Promise<SecondFactorFailure | null> => {
    const begun = await send(beginPasskey, { body: { proof } });
    if (!begun.ok) return begun.failure;
    const { challenge, options } = begun.value;
    const passkey = await createPasskey(options);
    if (!passkey.ok) return { kind: `passkey-${passkey.failure}` };
    const body = { challenge, name, passkey: passkey.value };
    const finished = await send(finishPasskey, { body });
    if (!finished.ok) {
      const { failure } = finished;
      return codeOf(failure) === "second_factor/wrong" ? { kind: "passkey-failed" } : failure;
    }
    done(finished.value.recoveryCodes);
    return null;
  };

  const beginApp = async (proof: string): Promise<SecondFactorFailure | null> => {
    const begun = await send(beginTotp, { body: { proof } });
    if (!begun.ok) return begun.failure;
    state.key = begun.value;
    return null;
  };

  const renewCodes = async (proof: string): Promise<SecondFactorFailure | null> => {
    const renewed = await send(renewRecoveryCodes, { body: { proof } });
    if (!renewed.ok) return renewed.failure;
    done(renewed.value.recoveryCodes);
    return null;
  };

  const remove = async (
    proof: string,
    passkey: string | null,
  ): Promise<SecondFactorFailure | null> => {
    const removed = await send(removeSecondFactor, { body: { proof, passkey } });
    if (!removed.ok) {
      // It may be gone.
      if (matchFailure(removed.failure, secondFactorMessages) === secondFactorMessages.else) {
        void load();
      }
      return removed.failure;
    }
    done([]);
    return null;
  };

  return {
    state,

    /** Asks the school what the account has. */
    load,

    start(doing: Doing) {
      Object.assign(state, { doing, key: null, failure: null, codes: [] });
    },

    cancel() {
      Object.assign(state, { doing: null, key: null, failure: null });
    },

    /**
     * Does what was started.
     * @param proof the password or a fresh code
     * @param name of a new passkey
     */
    prove: (proof: string, name: string): Promise<void> =>
      run(async () => {
        const { doing } = state;
        if (doing?.kind === "passkey") return addPasskey(proof, name);
        if (doing?.kind === "totp") return beginApp(proof);
        if (doing?.kind === "codes") return renewCodes(proof);
        return doing ? remove(proof, doing.passkey) : null;
      }),

    /** Sends the first code of an authenticator app. */
    confirm: (code: string): Promise<void> =>
      run(async () => {
        if (!state.key) return null;
        const { challenge } = state.key;
        const finished = await send(finishTotp, { body: { challenge, code } });
        if (finished.ok) {
          done(finished.value.recoveryCodes);
          return null;
        }
        if (codeOf(finished.failure) === "second_factor/expired") state.key = null;
        return finished.failure;
      }),

    /** The person has kept the recovery codes. */
    keep() {
      state.codes = [];
    },
  };
};

export type SecondFactor = ReturnType<typeof createSecondFactor>;
