import { getDownloads, type System } from "../../contract/downloads.ts";
import { type Release, release } from "../../contract/releases.ts";
import { downloadAddress } from "../../domain/download-address.ts";
import { Result } from "../../lib/result.ts";
import type { Send } from "../../transport/transport.ts";
import { readSigned } from "../read-signed.ts";
import type { UpdateFailure } from "./update-state.ts";

/** What is to be fetched: the signed statement, and where the bytes are. */
export interface Wanted {
  readonly release: Release;
  readonly url: string;
}

export interface FindPackage {
  send: Send;
  /** Base address of the file server, without a slash at its end. */
  base: string;
  /** The school's public key; null where none is built in. */
  publicKey: string | null;
  /** This system, and how the names of the packages end that it was installed from, the best first. */
  system: { name: System; endings: readonly string[] };
}

/** Finds the whole package of a version for this system, as the school offers and has signed it. */
export const findPackage = async (
  { send, base, publicKey, system }: FindPackage,
  version: string,
): Promise<Result<Wanted, UpdateFailure>> => {
  const answer = await send(getDownloads);
  if (!answer.ok) {
    const { failure } = answer;
    return Result.fail({ kind: failure.kind === "refused" ? "refused" : "unreachable" });
  }
  const { downloads, packages } = answer.value;
  const own = [...(packages ?? []), ...(downloads ?? [])].filter(
    (each) => each.system === system.name,
  );
  const read = await Promise.all(
    own.map(async ({ url, signature }) => ({
      address: downloadAddress(url, base),
      said: await readSigned(signature ?? "", publicKey, release),
      isForged: Boolean(signature),
    })),
  );
  for (const ending of system.endings) {
    for (const { address, said } of read) {
      if (!address || said?.version !== version || !said.name.endsWith(ending)) continue;
      return Result.ok({ release: said, url: address });
    }
  }
  const isForged = read.some((each) => each.said === null && each.isForged);
  return Result.fail({ kind: isForged ? "not-signed" : "not-offered" });
};
