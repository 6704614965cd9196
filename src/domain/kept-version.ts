import { compareVersions, isNewer } from "./version.ts";

/** A version that lies unpacked in the app's data folder. */
export interface KeptVersion {
  readonly version: string;
  /** Fingerprint of the installed program that it was made for. */
  readonly shell: string;
  /** Starts in a row that did not reach the mark "started". */
  readonly failedStarts: number;
}

/** The installed program, which never changes by an update. */
export interface Installed {
  readonly version: string;
  readonly shell: string;
}

/** After so many starts that did not reach the mark, the version before is put back. */
export const MAX_FAILED_STARTS = 2;

/** Whether a version has failed to start and was put aside. */
export const hasFailed = ({ failedStarts }: KeptVersion): boolean =>
  failedStarts >= MAX_FAILED_STARTS;

/**
 * The kept versions that may be started, the newest first. The installed one is what remains when
 * there is none: a package that was installed meanwhile and is as new wins over what was kept.
 */
export const startable = <Version extends KeptVersion>(
  kept: readonly Version[],
  installed: Installed,
): Version[] =>
  kept
    .filter((each) => isNewer(each.version, installed.version))
    .filter((each) => each.shell === installed.shell && !hasFailed(each))
    .toSorted((a, b) => compareVersions(b.version, a.version));

/**
 * The kept versions that are of no more use once `running` has started well. The one before it stays
 * as the way back; a failed newer one stays as well, so that it is not fetched again and again.
 */
export const superfluous = (
  kept: readonly KeptVersion[],
  running: string,
  installed: Installed,
): string[] => {
  const [before] = startable(kept, installed).filter(
    ({ version }) => compareVersions(version, running) < 0,
  );
  return kept
    .filter(({ version }) => compareVersions(version, running) < 0 && version !== before?.version)
    .map(({ version }) => version);
};
