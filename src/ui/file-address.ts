/**
 * The address of a file that belongs to the app. An app that was updated in its data folder is served
 * from a place of its own, which is another at every start; `boot.ts` says where.
 */
export const fileAddress = (name: string): string =>
  `${document.documentElement.dataset.mount ?? ""}/tls/${name}`;
