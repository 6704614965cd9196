import type { System } from "../contract/downloads.ts";
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
  withLock(name: string, work: () => Promise<void>, onBusy: () => void): Promise<void>;
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
    range?: { from: number; length: number },
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

/** The window that the page lies in. */
export interface AppWindow {
  /**
   * Shows the window, which is hidden at the start. Nothing happens when it is shown already.
   * @param size that it is to have, in the system's pixels; null: the one that the system gives it
   */
  show(size: { readonly width: number; readonly height: number } | null): Promise<void>;
  /** Brings the window before all others, also from where it was put away. */
  toFront(): Promise<void>;
  /** Gives the window the whole screen, or takes it back. */
  toggleFullScreen(): Promise<void>;
  /** Whether the system is a Mac, whose commands have a key of their own. */
  readonly isMac: boolean;
  /** The text in the system's clipboard; empty where there is none. */
  readClipboard(): Promise<string>;
}

/** One window at a time has the app's folder. */
export interface Instance {
  /** Whether the folder is this window's, or another window has it open. */
  readonly status: "mine" | "taken";
  /**
   * Tells when another has taken the folder over, at once if that has happened before.
   * @returns a function that stops it
   */
  onLost(listener: () => void): () => void;
  /** Whether it is still this window's; looks again where the last look is long ago. */
  isMine(): Promise<boolean>;
  /** Gives the folder up, so that the next start need not wait. */
  release(): Promise<void>;
}

/** What links and downloads need to do what they do in a browser. */
export interface PageHabits {
  /** Base address of the school, whose downloads the system's browser fetches. */
  school?: string;
  /** Told when a file that the person wanted to have could not be written where they chose. */
  onNotSaved(name: string): void;
}

/** The machine that the desktop app has opened. */
export interface OpenedDesktop extends DesktopMachine {
  /** The app's version, such as `1.1.2`. */
  readonly version: string;
  /** The installed program, which no update replaces; see `boot.ts`. */
  readonly installed: { readonly version: string; readonly shell: string };
  /** The runtime's name of the app: build and school are in it. */
  readonly application: string;
  /** What the system is, and how packages for this installation end, the best first. */
  readonly system: { readonly name: System; readonly endings: readonly string[] };
  /** Removes a file of the app's folder, also from a window that does not have it. */
  removeFromAnyWindow(path: string): Promise<void>;
  /** Hands a file of the app's folder, or the folder that it lies in, to the system. */
  openFile(path: string): void;
  showFile(path: string): void;
  /** The folder with all that the app keeps, as a person would look for it. */
  readonly path: string;
  /** Names of files of kept values that were not what had been written, and were set aside. */
  readonly damaged: readonly string[];
  /** Whether one of them held what was kept under a key. */
  wasDamaged(key: string): Promise<boolean>;
  /** Whether this window has the folder. Where another has it, nothing is written. */
  readonly instance: Instance;
  readonly window: AppWindow;
  /**
   * Tells of a zip that the app is opened with, now or while it is open. One that came before anybody
   * listened is told then.
   * @returns a function that stops it
   */
  onOpen(listener: (file: FileBytes) => void): () => void;
  /** Starts the page anew, once all that was set is on the disk. */
  restart(): Promise<void>;
  /** Comes to an end when all that was set is on the disk, or the disk has refused it. */
  flush(): Promise<void>;
  /** Makes links and downloads do what they do in a browser; see `page-habits.ts`. */
  keepPageHabits(habits: PageHabits): () => void;
  /** Tells when the runtime is gone: nothing is read or written any more until a reload. */
  onOffline(listener: () => void): void;
}
