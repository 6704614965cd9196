/**
 * The same for two names, or paths, that some file system takes for one: Windows and Macs ignore case, and Macs
 * how letters are composed.
 */
export const fileNameKey = (name: string): string =>
  name.normalize("NFKC").toUpperCase().toLowerCase();
