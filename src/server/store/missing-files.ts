import type { SizedFile, Store } from "./store.ts";

/** The files that a store lacks, or has in another size, asked one after another. */
export const missingBySize = async <File extends SizedFile>(
  store: Pick<Store, "sizeOf">,
  files: readonly File[],
): Promise<File[]> => {
  const missing: File[] = [];
  for (const file of files) {
    if ((await store.sizeOf(file.key)) !== file.size) missing.push(file);
  }
  return missing;
};

/** Each file once, as content may have the same bytes under several names. */
export const eachOnce = <File extends SizedFile>(files: readonly File[]): File[] => [
  ...new Map(files.map((file) => [`${file.key.folder}/${file.key.name}`, file])).values(),
];
