const VERSION = /^\d{1,6}\.\d{1,6}\.\d{1,6}$/;

/**
 * Whether a text is a version of the app: three numbers with dots between them, such as `1.10.0`.
 */
const isVersion = (text: string): boolean => VERSION.test(text);

/**
 * Compares two versions number by number, so that 1.10.0 is newer than 1.9.0. A text that is no
 * version counts as older than every version.
 * @returns negative if `a` is older, 0 if they are equal, positive if `a` is newer
 */
export const compareVersions = (a: string, b: string): number => {
  if (!isVersion(a) || !isVersion(b)) return Number(isVersion(a)) - Number(isVersion(b));
  const [left, right] = [a.split(".").map(Number), b.split(".").map(Number)];
  for (const [place, number] of left.entries()) {
    const difference = number - (right[place] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
};

/** Whether `version` is a version, and newer than `present`. */
export const isNewer = (version: string, present: string): boolean =>
  isVersion(version) && compareVersions(version, present) > 0;

/** A version of the app that is unpacked in the app's data folder. */
export interface StoredVersion {
  readonly version: string;
  /** Fingerprint of the installed program that it was made for. */
  readonly shell: string;
  /** The number of consecutive starts that did not reach the mark "started". */
  readonly failedStarts: number;
}

/** The installed program, which no update changes. */
export interface InstalledProgram {
  readonly version: string;
  readonly shell: string;
}

/** After this number of failed starts, the previous version is started. */
const MAX_FAILED_STARTS = 2;

export const hasFailed = ({ failedStarts }: StoredVersion): boolean =>
  failedStarts >= MAX_FAILED_STARTS;

/**
 * The stored versions that may be started, the newest first. If there is none, the installed
 * version is started. A stored version must be newer than the installed one.
 */
export const startableVersions = <Version extends StoredVersion>(
  stored: readonly Version[],
  installed: InstalledProgram,
): Version[] =>
  stored
    .filter((each) => isNewer(each.version, installed.version))
    .filter((each) => each.shell === installed.shell && !hasFailed(each))
    .toSorted((a, b) => compareVersions(b.version, a.version));

/**
 * The stored versions to delete after `running` has started. The previous one stays for a rollback.
 * A failed newer one stays too, so that it is not downloaded again.
 */
export const obsoleteVersions = (
  stored: readonly StoredVersion[],
  running: string,
  installed: InstalledProgram,
): string[] => {
  const [before] = startableVersions(stored, installed).filter(
    ({ version }) => compareVersions(version, running) < 0,
  );
  return stored
    .filter(({ version }) => compareVersions(version, running) < 0 && version !== before?.version)
    .map(({ version }) => version);
};
