import * as v from "valibot";
import { type Found, found } from "./finding.ts";
import type { Patient } from "./patient.ts";

const health = v.object({ status: v.string() });

/** Whether the address that students use leads to this program. */
export const checkAddress = async ({ environment, signal }: Patient): Promise<Found[]> => {
  const { publicUrl } = environment;
  if (publicUrl === null) return [found("staff-doctor.address-none")];
  try {
    const answer = await fetch(`${publicUrl}/health`, { signal, redirect: "error" });
    const isOurs = v.is(health, await answer.json().catch(() => null));
    return [
      found(isOurs ? "staff-doctor.address-fine" : "staff-doctor.address-other", {
        address: publicUrl,
      }),
    ];
  } catch (reason) {
    signal.throwIfAborted();
    const { cause, message } = reason as Error;
    const why = cause instanceof Error ? cause.message : message;
    return [found("staff-doctor.address-away", { address: publicUrl, reason: why })];
  }
};
