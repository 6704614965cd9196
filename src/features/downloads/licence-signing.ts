import { proxy } from "valtio/vanilla";
import { signLicence } from "../../contract/licence-file.ts";
import type { CallFailure } from "../../transport/call-failure.ts";
import type { Send } from "../../transport/transport.ts";

/** Why the school did not sign a request. */
export type SigningFailure =
  | "no-connection"
  | "throttled"
  /** The text is not a request, or is incomplete. */
  | "no-request"
  /** It was made by an app of another version. */
  | "other-version"
  /** It is for somebody else's serial number. */
  | "not-own"
  | "unknown-serial"
  /** It renews a licence for a serial number that is not registered. */
  | "not-registered"
  | "no-seat"
  /** This school signs no licences in files. */
  | "not-offered";

export interface SignedFile {
  /** One line. */
  readonly licence: string;
  readonly until: string;
  readonly serialNumber: string;
  readonly fullName: string;
}

const BY_CODE: Readonly<Record<string, SigningFailure>> = {
  "licence/unknown_serial": "unknown-serial",
  "licence/not_registered": "not-registered",
  "licence/no_seat": "no-seat",
  "licence/other_version": "other-version",
  "activation/throttled": "throttled",
};

const BY_STATUS: Readonly<Record<number, SigningFailure>> = {
  403: "not-own",
  404: "not-offered",
  413: "no-request",
  422: "no-request",
  429: "throttled",
};

const failureOf = (failure: CallFailure): SigningFailure =>
  failure.kind === "refused"
    ? (BY_CODE[failure.code] ?? BY_STATUS[failure.status] ?? "no-connection")
    : "no-connection";

/** Asks the school to sign licences for machines without a network. */
export const createLicenceSigning = ({ send }: { send: Send }) => {
  const state = proxy({
    busy: false,
    failure: null as SigningFailure | null,
    signed: null as SignedFile | null,
  });

  return {
    state,

    /**
     * @param request the pasted text, or the content of the file
     * @param until the last day of the licence; null lets the school decide
     */
    async sign(request: string, until: string | null): Promise<void> {
      if (state.busy) return;
      Object.assign(state, { busy: true, failure: null, signed: null });
      const answer = await send(signLicence, { body: { request: request.trim(), until } });
      state.busy = false;
      if (answer.ok) state.signed = { ...answer.value, fullName: answer.value.fullName ?? "" };
      else state.failure = failureOf(answer.failure);
    },
  };
};
