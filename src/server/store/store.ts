import type { Readable } from "node:stream";
import type { Kysely } from "kysely";
import type { Tables } from "../db/schema.ts";

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
  ...new Map(files.map((file) => [pathIn(file.key), file])).values(),
];

/** Content files are named by their checksum. Files that people send have random names. */
export type StoreFolder = "files" | "uploads";

/** Names a stored file. It contains nothing that a client has sent. */
export interface StoreKey {
  readonly folder: StoreFolder;
  readonly name: string;
}

/** The same as one text: the name of an object in a bucket. */
export const pathIn = ({ folder, name }: StoreKey): string => `${folder}/${name}`;

export const contentFile = (checksum: string): StoreKey => ({ folder: "files", name: checksum });

export const sentFile = (stored: string): StoreKey => ({ folder: "uploads", name: stored });

/** A file as far as the store tells whether it has it. */
export interface SizedFile {
  readonly key: StoreKey;
  readonly size: number;
}

export interface NewFile extends SizedFile {
  /** SHA-256, hex. */
  readonly checksum: string;
  /** Its path on this machine's disk, or its bytes. */
  readonly source: string | Buffer;
}

/** A file on this machine's disk that moves into the store. */
export interface AdoptedFile extends NewFile {
  readonly source: string;
}

/** A part of a file. */
export interface ByteSpan {
  /** From 0. */
  readonly first: number;
  /** Inclusive. */
  readonly last: number;
}

export interface ListedFile {
  readonly name: string;
  /** When it was written, milliseconds since 1970. */
  readonly modified: number;
}

/** How a browser is to treat the bytes that the store itself sends. */
export interface AddressOptions {
  readonly type: string;
  readonly size: number;
  /** The name under which it is saved, as a header; absent: it is shown. */
  readonly disposition?: string;
  /** Whether only one person may see it, so that nothing keeps it. */
  readonly isPrivate: boolean;
}

/** An address at which the store sends a file to whoever has it. */
export interface StoreAddress {
  readonly url: string;
  /** For how many seconds a browser may cache the address. */
  readonly maxAge: number;
}

/** Stores the school's files. The rest of the server does not know which kind of store it is. */
export interface Store {
  /** The origin of the addresses that it gives; null if it gives none. */
  readonly origin: string | null;
  /** Where a file is, for messages. */
  describe(key: StoreKey): string | Promise<string>;
  /** The size of a file that the store has; null if it has none. */
  sizeOf(key: StoreKey): Promise<number | null>;
  /** The files that it lacks, or has in another size. For thousands of files. */
  missing<File extends SizedFile>(files: readonly File[]): Promise<File[]>;
  /** Reads the file for its SHA-256, unless the store knows it; null if it is missing or damaged. */
  checksumOf(key: StoreKey): Promise<string | null>;
  /** All bytes of a file that fits into memory. */
  read(key: StoreKey): Promise<Buffer>;
  /** The bytes of a file, or a part of them. */
  stream(key: StoreKey, span?: ByteSpan | null): Readable | Promise<Readable>;
  /**
   * Lays out a file at a path of this machine's disk, on which there is none. Both may share their bytes, so
   * it is only to be read.
   */
  layOut(key: StoreKey, target: string): Promise<void>;
  /** An address at which the store itself sends the file; null if the server has to. */
  address(key: StoreKey, options: AddressOptions): Promise<StoreAddress | null> | null;
  /** Stores the files that are missing, each atomically. @returns how many were missing */
  put(files: readonly NewFile[]): Promise<number>;
  /** Moves files from this machine's disk into the store. */
  adopt(files: readonly AdoptedFile[]): Promise<void>;
  /** Deletes files, also ones that are not there. @param within the present transaction, if there is one */
  delete(keys: readonly StoreKey[], within?: Kysely<Tables>): Promise<void>;
  /** Forgets damaged files of the content, so that the next import stores them again. */
  forget(keys: readonly StoreKey[]): Promise<void>;
  list(folder: StoreFolder): Promise<ListedFile[]>;
  /** Deletes the remains of writes that were interrupted more than a day ago. */
  sweep(folder: StoreFolder, now: number): Promise<void>;
  /** Reads again what another process may have changed. */
  refresh(): Promise<void>;
}
