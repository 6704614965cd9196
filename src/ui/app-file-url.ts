/** The path below which the app's files are served. Prerendering has no document. */
const mount = (): string =>
  typeof document === "undefined" ? "" : (document.documentElement.dataset.mount ?? "");

/**
 * The URL of a file of the app. An app that was updated in its data folder is served below a path
 * that changes with every start. `boot.ts` sets it.
 */
export const appFileUrl = (name: string): string => `${mount()}/tls/${name}`;
