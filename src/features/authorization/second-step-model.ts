import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/browser";
import * as v from "valibot";
import { proxy } from "valtio/vanilla";
import type { BaseApp } from "../../app-context/app.ts";
import { finishLogin, type SecondStep as Step, secondStep } from "../../contract/second-factor.ts";
import type { SignedIn } from "../../contract/session.ts";
import { connectionAlert, type FailureAlert, signInAlerts } from "../../core/failure-alerts.ts";
import { type FailureTable, matchFailure, minutesToWait } from "../../core/match-failure.ts";
import { createPasskey, signWithPasskey } from "../../core/passkeys.ts";

const failed = { tone: "error", title: "failure.title", seconds: 15 } as const;
const passkeyFailed = { ...failed, text: "second-step.passkey-failed" } as const;
const passkeyNotAdded = { ...failed, text: "second-factor.passkey-failed" } as const;

const ALERTS = {
  410: { ...failed, text: "second-step.expired" },
  429: signInAlerts[429],
  else: connectionAlert,
} as const satisfies FailureTable<never, FailureAlert>;

interface Answer {
  readonly code?: string;
  readonly passkey?: AuthenticationResponseJSON;
  readonly newPasskey?: { readonly name: string; readonly passkey: RegistrationResponseJSON };
}

interface SecondStepOptions extends Pick<BaseApp, "school" | "session" | "alerts"> {
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

  const showFailed = (alert: FailureAlert) => {
    state.passkeyFailed = true;
    alerts.show(alert);
  };

  /** @returns whether the code is wrong; an alert says what else is */
  const send = async (answer: Answer): Promise<boolean> => {
    const none = { code: null, passkey: null, newPasskey: null };
    const body = { challenge: step.challenge, ...none, ...answer };
    const result = await school.send(finishLogin, { body });
    if (result.ok) {
      started = result.value;
      state.codes = [...result.value.recoveryCodes];
      if (state.codes.length === 0) enter();
      return false;
    }
    const { failure } = result;
    const status = failure.kind === "refused" ? failure.status : 0;
    if (status === 403 && answer.code !== undefined) return true;
    if (status === 403) {
      showFailed(answer.newPasskey ? passkeyNotAdded : passkeyFailed);
    } else {
      const values = { minutes: minutesToWait(failure) };
      alerts.show({ ...matchFailure(failure, ALERTS), values });
      if (status === 410) onBack();
    }
    return false;
  };

  const alone = async <Value>(work: () => Promise<Value>): Promise<Value | undefined> => {
    if (state.busy) return;
    state.busy = true;
    return work().finally(() => {
      state.busy = false;
    });
  };

  return {
    state,

    /** Answers with a code of an authenticator app, or a recovery code. @returns whether it is wrong */
    sendCode: (code: string) => alone(() => send({ code })),

    /** Lets the browser sign with a passkey, and answers with that. */
    signWithPasskey: () =>
      alone(async () => {
        const { passkey } = step;
        if (!passkey) return;
        const signed = await sign(passkey);
        if (!signed.ok) return showFailed(passkeyFailed);
        await send({ passkey: signed.value });
      }),

    /** Lets the browser make the passkey that the school requires. */
    addPasskey: (name: string) =>
      alone(async () => {
        const passkey = step.setUp?.passkey;
        if (!passkey) return;
        const made = await create(passkey);
        if (!made.ok) return showFailed(passkeyNotAdded);
        await send({ newPasskey: { name, passkey: made.value } });
      }),

    /** Starts the session: the person has kept the recovery codes. */
    enter,
  };
};

export type SecondStep = ReturnType<typeof createSecondStep>;
