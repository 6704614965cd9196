import { type FileHandle, open } from "node:fs/promises";
import {
  ERR_ENCRYPTED,
  ERR_ENCRYPTED_CENTRAL_DIRECTORY,
  ERR_UNSUPPORTED_COMPRESSION,
  ERR_UNSUPPORTED_ENCRYPTION,
  type FileEntry,
  Reader,
  ZipReader,
} from "@zip.js/zip.js";
import { TableProblem, type TableProblemCode } from "./table-format.ts";

/** A workbook has some twenty parts; one with many sheets and pictures some hundred. */
const MAX_ENTRIES = 2000;
/** The most bytes of a part: 100,000 people with all columns have a quarter of it. */
const MAX_INFLATED_BYTES = 256 * 1024 * 1024;

/** Reads a zip on the disk where it is asked for, so that it need not fit into memory. */
class FileReader extends Reader<FileHandle> {
  readonly #file: FileHandle;

  constructor(file: FileHandle, size: number) {
    super(file);
    this.#file = file;
    this.size = size;
  }

  override async readUint8Array(offset: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
    const bytes = new Uint8Array(Math.max(0, Math.min(length, this.size - offset)));
    await this.#file.read(bytes, 0, bytes.length, offset);
    return bytes;
  }
}

const FAILURES: Readonly<Record<string, TableProblemCode>> = {
  [ERR_ENCRYPTED]: "table/encrypted",
  [ERR_ENCRYPTED_CENTRAL_DIRECTORY]: "table/encrypted",
  [ERR_UNSUPPORTED_ENCRYPTION]: "table/encrypted",
  [ERR_UNSUPPORTED_COMPRESSION]: "table/unknown_compression",
};

const problemOf = (reason: unknown): TableProblem =>
  reason instanceof TableProblem
    ? reason
    : new TableProblem(FAILURES[reason instanceof Error ? reason.message : ""] ?? "table/damaged");

/**
 * Opens the parts of a zip file, which are inflated while they are read.
 * @throws TableProblem for a file that is no zip, or has more entries than any workbook
 */
export const openZipFile = async (path: string) => {
  const file = await open(path);
  try {
    const zip = new ZipReader(new FileReader(file, (await file.stat()).size), {
      useWebWorkers: false,
    });
    const entries = new Map<string, FileEntry>();
    try {
      for await (const entry of zip.getEntriesGenerator()) {
        if (entries.size >= MAX_ENTRIES) throw new TableProblem("table/too_large");
        if (!entry.directory) entries.set(entry.filename.toLowerCase(), entry);
      }
    } catch (reason) {
      throw problemOf(reason);
    }
    return {
      /** Whether there is such a part, in any case of letters. */
      has: (name: string) => entries.has(name.toLowerCase()),
      /** The bytes of a part; none if it is missing. @throws TableProblem for too many */
      async *read(name: string) {
        const entry = entries.get(name.toLowerCase());
        if (!entry) return;
        let inflated = 0;
        const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
        const reader = readable.getReader();
        let failure: { readonly reason: unknown } | null = null;
        const written = entry
          .getData(writable, { useWebWorkers: false, checkSignature: true })
          .catch((reason) => {
            failure = { reason };
            // What is refused before its bytes are read leaves the stream as it is: a read would wait for ever.
            return reader.cancel();
          });
        // What the directory says of its size may be wrong, so the bytes themselves are counted.
        try {
          for (;;) {
            const { value, done } = await reader.read();
            if (done) break;
            inflated += value.length;
            if (inflated > MAX_INFLATED_BYTES) throw new TableProblem("table/too_large");
            yield value;
          }
        } catch (reason) {
          throw problemOf((failure as { readonly reason: unknown } | null)?.reason ?? reason);
        } finally {
          await reader.cancel().catch(() => undefined);
          await written.catch(() => undefined);
        }
        if (failure) throw problemOf((failure as { readonly reason: unknown }).reason);
      },
      [Symbol.asyncDispose]: () => file.close(),
    };
  } catch (reason) {
    await file.close();
    throw reason;
  }
};

export type ZipFile = Awaited<ReturnType<typeof openZipFile>>;
