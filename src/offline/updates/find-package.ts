import { getDownloads, type System } from "../../contract/downloads.ts";
import { type AppNews, type Release, release } from "../../contract/releases.ts";
import { downloadAddress } from "../../domain/download-address.ts";
import type { InstalledProgram } from "../../domain/version.ts";
import { Result } from "../../lib/result.ts";
import type { Send } from "../../transport/transport.ts";
import { verifySigned } from "../verify-signed.ts";
import type { UpdateFailure, UpdateKind } from "./update-state.ts";

/** A package that can be downloaded: the signed statement about it, and its address. */
export interface FoundPackage {
  readonly release: Release;
  readonly url: string;
}

export interface UpdatePlan {
  readonly kind: UpdateKind;
  /** The signed resources and their address; null if there are none for the installed program. */
  readonly resources: FoundPackage | null;
  readonly failure: UpdateFailure | null;
}

interface InstalledApp extends Pick<FindPackageOptions, "publicKey"> {
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
    const statement = await verifySigned(signed, publicKey, release);
    if (!statement) forged += 1;
    // An old package keeps its signed version, so it cannot be passed off as the new one.
    if (statement?.version !== version || statement.application !== application) continue;
    if (statement.shell !== installed.shell) continue;
    return { kind: "resources", resources: { url, release: statement }, failure: null };
  }
  if (forged > 0 && forged === packages?.length) {
    return { kind: "link", resources: null, failure: { kind: "not-signed" } };
  }
  return { kind: "package", resources: null, failure: null };
};

export interface FindPackageOptions {
  send: Send;
  /** Base address of the file server, without a slash at its end. */
  base: string;
  /** The school's public key; null if the build has none. */
  publicKey: string | null;
  /** This system, and the endings of package names that suit this installation, best first. */
  system: { name: System; endings: readonly string[] };
}

/**
 * Finds the package of a version for this system, among those that the school offers and has signed.
 * @returns `not-signed` if a signature is invalid, `not-offered` if there is no such package
 */
export const findPackage = async (
  { send, base, publicKey, system }: FindPackageOptions,
  version: string,
): Promise<Result<FoundPackage, UpdateFailure>> => {
  const answer = await send(getDownloads);
  if (!answer.ok) {
    const { failure } = answer;
    return Result.fail({ kind: failure.kind === "refused" ? "refused" : "unreachable" });
  }
  const { downloads, packages } = answer.value;
  const offered = [...(packages ?? []), ...downloads].filter((each) => each.system === system.name);
  const read = await Promise.all(
    offered.map(async ({ url, signature }) => ({
      address: downloadAddress(url, base),
      statement: await verifySigned(signature ?? "", publicKey, release),
      isForged: Boolean(signature),
    })),
  );
  for (const ending of system.endings) {
    for (const { address, statement } of read) {
      if (!address || statement?.version !== version || !statement.name.endsWith(ending)) continue;
      return Result.ok({ release: statement, url: address });
    }
  }
  const isForged = read.some((each) => each.statement === null && each.isForged);
  return Result.fail({ kind: isForged ? "not-signed" : "not-offered" });
};
