import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/browser";
import * as v from "valibot";
import { proxy } from "valtio/vanilla";
import type { BaseApp } from "../../app-context/app.ts";
import { finishLogin, type SecondStep as Step, secondStep } from "../../contract/second-factor.ts";
import type { SignedIn } from "../../contract/session.ts";
import { connectionAlert } from "../../core/failure-messages/connection.ts";
import { secondStepAlerts } from "../../core/failure-messages/second-step.ts";
import { signInAlerts } from "../../core/failure-messages/session.ts";
import { createPasskey, signWithPasskey } from "../../core/passkeys.ts";

/** One of them. */
interface Answer {
  readonly code?: string;
  readonly passkey?: AuthenticationResponseJSON;
  readonly newPasskey?: { readonly name: string; readonly passkey: RegistrationResponseJSON };
}

export interface SecondStepOptions extends Pick<BaseApp, "school" | "session" | "alerts"> {
  step: Step;
  /** Goes back to the form for name and password. */
  onBack: () => void;
  sign?: typeof signWithPasskey;
  create?: typeof createPasskey;
}

/** @throws an Error if the school has sent something else */
export const readSecondStep = (given: unknown): Step => {
  const read = v.safeParse(secondStep, given);
  if (!read.success) throw new Error("not a second step");
  return read.output;
};

/** The model of the second step of a sign-in. */
export const createSecondStep = ({
  school,
  session,
  alerts,
  step,
  onBack,
  sign = signWithPasskey,
  create = createPasskey,
}: SecondStepOptions) => {
  const state = proxy({
    busy: false,
    /** Whether the last code was wrong. */
    wrong: false,
    /** Whether a passkey has not worked. A browser does not say why. */
    passkeyFailed: false,
    /** Recovery codes that the person has not kept yet. The session starts afterwards. */
    codes: [] as string[],
  });
  let started: SignedIn | null = null;

  const enter = () => {
    if (started && !session.accept(started, null).ok) {
      alerts.show(signInAlerts.expired);
      onBack();
    }
  };

  const passkeyFailed = (why: keyof typeof secondStepAlerts) => {
    state.passkeyFailed = true;
    alerts.show(secondStepAlerts[why]);
  };

  const send = async (answer: Answer): Promise<void> => {
    const none = { code: null, passkey: null, newPasskey: null };
    const body = { challenge: step.challenge, ...none, ...answer };
    const result = await school.send(finishLogin, { body });
    if (result.ok) {
      started = result.value;
      state.codes = [...result.value.recoveryCodes];
      if (state.codes.length === 0) enter();
      return;
    }
    const { failure } = result;
    if (failure.kind !== "refused") {
      alerts.show(connectionAlert);
    } else if (failure.status === 429) {
      const minutes = Math.max(1, Math.ceil((failure.retryAfter ?? 60) / 60));
      alerts.show({ ...signInAlerts.throttled, values: { minutes } });
    } else if (failure.status === 410) {
      alerts.show(secondStepAlerts.expired);
      onBack();
    } else if (failure.status !== 403) {
      alerts.show(connectionAlert);
    } else if (answer.code === undefined) {
      passkeyFailed(answer.newPasskey ? "passkey-not-added" : "passkey-failed");
    } else {
      state.wrong = true;
    }
  };

  const alone = async (work: () => Promise<void>): Promise<void> => {
    if (state.busy) return;
    state.busy = true;
    state.wrong = false;
    await work().finally(() => {
      state.busy = false;
    });
  };

  return {
    state,

    /** Answers with a code of an authenticator app, or a recovery code. */
    sendCode: (code: string) => alone(() => send({ code })),

    /** Lets the browser sign with a passkey, and answers with that. */
    signWithPasskey: () =>
      alone(async () => {
        const { passkey } = step;
        if (!passkey) return;
        const signed = await sign(passkey);
        if (!signed.ok) return passkeyFailed("passkey-failed");
        await send({ passkey: signed.value });
      }),

    /** Lets the browser make the passkey that the school requires. */
    addPasskey: (name: string) =>
      alone(async () => {
        const passkey = step.setUp?.passkey;
        if (!passkey) return;
        const made = await create(passkey);
        if (!made.ok) return passkeyFailed("passkey-not-added");
        await send({ newPasskey: { name, passkey: made.value } });
      }),

    /** Starts the session: the person has kept the recovery codes. */
    enter,
  };
};

export type SecondStep = ReturnType<typeof createSecondStep>;
