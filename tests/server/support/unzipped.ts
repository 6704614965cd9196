import { BlobReader, Uint8ArrayWriter, ZipReader } from "@zip.js/zip.js";

/** The files of a zip, by their names, each verified by its checksum. */
export const unzipped = async (bytes: Buffer): Promise<Map<string, Buffer>> => {
  const options = { useWebWorkers: false, checkSignature: true };
  const zip = new ZipReader(new BlobReader(new Blob([new Uint8Array(bytes)])), options);
  const files = new Map<string, Buffer>();
  for (const entry of await zip.getEntries()) {
    if (entry.directory) continue;
    files.set(entry.filename, Buffer.from(await entry.getData(new Uint8ArrayWriter())));
  }
  await zip.close();
  return files;
};
