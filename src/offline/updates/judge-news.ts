import { type AppNews, type Release, release } from "../../contract/releases.ts";
import type { Installed } from "../../domain/kept-version.ts";
import { readSigned } from "../read-signed.ts";
import type { UpdateFailure, UpdateKind } from "./update-state.ts";

export interface Judged {
  readonly kind: UpdateKind;
  /** The signed resources, with their address; null where there are none for this program. */
  readonly resources: { readonly url: string; readonly release: Release } | null;
  readonly failure: UpdateFailure | null;
}

export interface OwnApp {
  /** The school's public key; null where none is built in. */
  readonly publicKey: string | null;
  /** The runtime's `applicationId`, which names build and school. */
  readonly application: string;
  readonly installed: Installed;
}

/** Decides what can be done with news. Only what the school has signed is ever fetched. */
export const judgeNews = async (
  { version, packages }: Pick<AppNews, "version" | "packages">,
  { publicKey, application, installed }: OwnApp,
): Promise<Judged> => {
  if (publicKey === null) return { kind: "link", resources: null, failure: null };
  let forged = 0;
  for (const { url, signed } of packages ?? []) {
    const said = await readSigned(signed, publicKey, release);
    if (!said) forged += 1;
    // An older package keeps the version that was signed, whatever the news around it say.
    if (said?.version !== version || said.application !== application) continue;
    if (said.shell !== installed.shell) continue;
    return { kind: "resources", resources: { url, release: said }, failure: null };
  }
  if (forged > 0 && forged === packages?.length) {
    return { kind: "link", resources: null, failure: { kind: "not-signed" } };
  }
  return { kind: "package", resources: null, failure: null };
};
