/** Where the app's files are served; the page that is painted in advance has no document to ask. */
const mount = (): string =>
  typeof document === "undefined" ? "" : (document.documentElement.dataset.mount ?? "");

/**
 * The address of a file that belongs to the app. An app that was updated in its data folder is served
 * from a place of its own, which is another at every start; `boot.ts` says where.
 */
export const fileAddress = (name: string): string => `${mount()}/tls/${name}`;
