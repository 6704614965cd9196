import type { Result } from "../lib/result.ts";

/**
 * What the app asks of a machine. Adapters: `web/` for browsers, `desktop/` for the desktop app's
 * runtime, `memory/` for tests.
 */

/** Small values under a key. Reading never fails: what cannot be read is absent. */
export interface KeyValue {
  get(key: string): string | null;
  /** @returns false when the machine refuses (full, forbidden); nothing is half-written then */
  set(key: string, value: string): boolean;
  remove(key: string): void;
}

/** What the tabs of one browser have in common, so that work is done from one of them only. */
export interface Tabs {
  /** The names under which `KeyValue` holds something; none where that may not be read. */
  keys(): string[];
  /**
   * Tells whenever another tab has changed what is kept.
   * @returns a function that stops it
   */
  subscribe(listener: () => void): () => void;
  /**
   * Does work while no other tab does work of this name; a tab that closes gives way.
   * @param onBusy told at once when another tab is at it; the work then follows
   */
  alone(name: string, work: () => Promise<void>, onBusy: () => void): Promise<void>;
}

/** What the machine says of its network. True proves nothing, false starts nothing. */
export interface Connectivity {
  isOnline(): boolean;
  /** @returns a function that stops it */
  subscribe(listener: (online: boolean) => void): () => void;
}

/** Milliseconds since 1970. */
export type Clock = () => number;

/** That many random bytes as lower-case hex, two digits a byte. */
export type RandomHex = (bytes: number) => string;

/** SHA-256 of the UTF-8 text, lower-case hex. */
export type Sha256 = (text: string) => Promise<string>;

/**
 * Makes a photo smaller, so that it has at most so many bytes.
 * @returns a JPEG, or null when the machine cannot read the photo
 */
export type ShrinkPhoto = (photo: Blob, mostBytes: number) => Promise<Blob | null>;

export interface Machine {
  storage: KeyValue;
  connectivity: Connectivity;
  now: Clock;
  randomHex: RandomHex;
  sha256: Sha256;
}

/** Why a machine did not take what was to be written. Nothing is half-written then, but see `append`. */
export type FolderFailure =
  /** The disk is full. */
  | { readonly kind: "no-room" }
  /** The folder may not be written, or is gone. */
  | { readonly kind: "forbidden" };

export type Written = Result<null, FolderFailure>;

/** What can be read of a folder. Paths are relative to it, `/`-joined, and never climb out of it. */
export interface ReadableFolder {
  /**
   * A file's bytes, or those from a place on: fewer where the file ends before.
   * @returns null where there is no such file, or it cannot be read
   */
  read(
    path: string,
    part?: { from: number; length: number },
  ): Promise<Uint8Array<ArrayBuffer> | null>;
  /** A file's bytes counted; null where there is no such file. */
  size(path: string): Promise<number | null>;
  /** The names of the files right in a folder; none where there is no such folder. */
  list(path: string): Promise<string[]>;
}

/**
 * A folder of the machine, for the app alone. A write that was cut off by the end of the process may
 * leave anything behind: what must be whole is written under another name, checked, and moved.
 */
export interface Folder extends ReadableFolder {
  /** Puts a file there, in place of one before; the folders above it are made. */
  write(path: string, bytes: Uint8Array<ArrayBuffer>): Promise<Written>;
  /**
   * Adds to a file's end. After a failure a part of the bytes may have been added.
   * @param before bytes that lie there already, for whoever knows: the machine need not be asked
   */
  append(path: string, bytes: Uint8Array<ArrayBuffer>, before?: number): Promise<Written>;
  /** Gives a file another name, at once, in place of one that has it. */
  move(from: string, to: string): Promise<Written>;
  /** Takes away a file, or a folder with all that is in it; nothing where there is none. */
  remove(path: string): Promise<void>;
  /** The names of the folders right in a folder; null where that cannot be told. */
  folders(path: string): Promise<string[] | null>;
  /** Bytes that there is room for; null where the machine does not say. */
  room(): Promise<number | null>;
  /**
   * An address of this page at which the file can be fetched, also in ranges, without a media type.
   * @returns null where the machine serves no such file: it serves the content's `files/` alone
   */
  address(path: string): string | null;
}

/** The bytes of a file, read in pieces; a `Blob` is one. */
export interface FileBytes {
  readonly size: number;
  slice(from: number, to: number): { arrayBuffer(): Promise<ArrayBuffer> };
}

/** What tells one machine from another. */
export interface MachineIdentity {
  /**
   * The contract's `computerId`: a hash, so that the machine's own id never leaves it.
   * @returns null where the machine has no id
   */
  computerId(): Promise<string | null>;
  /** A readable text of system, processor and memory. */
  hardware(): Promise<string>;
}

/** Lets a person choose something outside the app. */
export interface Dialogs {
  /** @returns null when nothing was chosen */
  chooseFolder(title: string): Promise<ReadableFolder | null>;
}

/** A machine with a folder of its own: the desktop app's. */
export interface DesktopMachine extends Machine {
  tabs: Tabs;
  /** Where content lies. */
  folder: Folder;
  identity: MachineIdentity;
  dialogs: Dialogs;
  /** Whether what is fetched may cost the person something; true where the machine cannot tell. */
  mayCost: () => boolean;
  /** SHA-256 of bytes, lower-case hex. */
  sha256OfBytes: (bytes: Uint8Array<ArrayBuffer>) => Promise<string>;
}
