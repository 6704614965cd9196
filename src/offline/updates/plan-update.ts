import { type AppNews, type Release, release } from "../../contract/releases.ts";
import type { InstalledProgram } from "../../domain/version.ts";
import { verifySigned } from "../verify-signed.ts";
import type { UpdateFailure, UpdateKind } from "./update-state.ts";

export interface UpdatePlan {
  readonly kind: UpdateKind;
  /** The signed resources and their address; null if there are none for the installed program. */
  readonly resources: { readonly url: string; readonly release: Release } | null;
  readonly failure: UpdateFailure | null;
}

export interface InstalledApp {
  /** The school's public key; null if the build has none. */
  readonly publicKey: string | null;
  /** The runtime's `applicationId`, which names build and school. */
  readonly application: string;
  readonly installed: InstalledProgram;
}

/** Decides how an announced version can be installed. Only what the school has signed is downloaded. */
export const planUpdate = async (
  { version, packages }: Pick<AppNews, "version" | "packages">,
  { publicKey, application, installed }: InstalledApp,
): Promise<UpdatePlan> => {
  if (publicKey === null) return { kind: "link", resources: null, failure: null };
  let forged = 0;
  for (const { url, signed } of packages ?? []) {
    const said = await verifySigned(signed, publicKey, release);
    if (!said) forged += 1;
    // An old package keeps its signed version, so it cannot be passed off as the new one.
    if (said?.version !== version || said.application !== application) continue;
    if (said.shell !== installed.shell) continue;
    return { kind: "resources", resources: { url, release: said }, failure: null };
  }
  if (forged > 0 && forged === packages?.length) {
    return { kind: "link", resources: null, failure: { kind: "not-signed" } };
  }
  return { kind: "package", resources: null, failure: null };
};
