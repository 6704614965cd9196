import { proxy } from "valtio/vanilla";
import type { App } from "../../app-context/app.ts";
import { signLicence } from "../../contract/licence-file.ts";
import type { FailureTable } from "../../core/match-failure.ts";
import type { CallFailure } from "../../transport/call-failure.ts";

export interface SignedFile {
  /** One line. */
  readonly licence: string;
  readonly until: string;
  readonly serialNumber: string;
  readonly fullName: string;
}

/** Why the school did not sign a request. */
export const signingMessages = {
  "licence/unknown_serial": "licence-file.unknown-serial",
  /** It renews a licence for a serial number that is not registered. */
  "licence/not_registered": "licence-file.not-registered",
  "licence/no_seat": "licence-file.no-seat",
  /** It was made by an app of another version. */
  "licence/other_version": "licence-file.other-version",
  /** It is for somebody else's serial number. */
  403: "licence-file.not-own",
  /** This school signs no licences in files. */
  404: "licence-file.not-offered",
  413: "licence-file.no-request",
  /** The text is not a request, or is incomplete. */
  422: "licence-file.no-request",
  429: "licence-file.throttled",
  "activation/throttled": "licence-file.throttled",
  else: "licence-file.no-connection",
} as const satisfies FailureTable;

/** Asks the school to sign licences for machines without a network. */
export const createLicenceSigning = ({ transport }: Pick<App, "transport">) => {
  const state = proxy({
    busy: false,
    failure: null as CallFailure | null,
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
      const answer = await transport.send(signLicence, {
        body: { request: request.trim(), until },
      });
      state.busy = false;
      if (answer.ok) state.signed = { ...answer.value, fullName: answer.value.fullName ?? "" };
      else state.failure = answer.failure;
    },
  };
};
