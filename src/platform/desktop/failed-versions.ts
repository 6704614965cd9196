/** Where failed versions are stored; a reload keeps them. */
const KEY = "boot.failed.v1";

/** Versions that failed to start in this window. They are skipped until the window is closed. */
export const failedVersions = {
  read: (): string[] => (sessionStorage.getItem(KEY) ?? "").split(" ").filter(Boolean),
  add: (version: string): void =>
    sessionStorage.setItem(KEY, [...failedVersions.read(), version].join(" ")),
  forget: (): void => sessionStorage.removeItem(KEY),
};
