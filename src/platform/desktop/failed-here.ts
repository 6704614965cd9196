/** Versions of the app that have failed to start while this window was open. */
const KEY = "boot.failed.v1";

/** They are passed over until the window is closed, so that a reload starts the version before. */
export const failedHere = {
  read: (): string[] => (sessionStorage.getItem(KEY) ?? "").split(" ").filter(Boolean),
  add: (version: string): void =>
    sessionStorage.setItem(KEY, [...failedHere.read(), version].join(" ")),
  forget: (): void => sessionStorage.removeItem(KEY),
};
