const VERSION = /^\d{1,6}\.\d{1,6}\.\d{1,6}$/;

/**
 * Whether a text is a version of the app: three numbers with dots between them, such as `1.10.0`.
 */
export const isVersion = (text: string): boolean => VERSION.test(text);

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
