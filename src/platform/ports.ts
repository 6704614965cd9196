import type { System } from "../contract/downloads.ts";
import type { WorkerMessage } from "../domain/worker-message.ts";
import type { Result } from "../lib/result.ts";

/**
 * What the app needs of a machine. Adapters: `web/` for browsers, `desktop/` for the desktop app's
 * runtime, `memory/` for tests.
 */

/** Stores small values by key. Reading never fails: an unreadable value is null. */
export interface KeyValue {
  get(key: string): string | null;
  /** @returns false if the machine refuses (full, forbidden); the old value is unchanged then */
  set(key: string, value: string): boolean;
  remove(key: string): void;
}

/** The tabs of one browser, which share storage and divide work among them. */
export interface Tabs {
  /** All keys of `KeyValue`; empty if they cannot be read. */
  keys(): string[];
  /**
   * Calls the listener when another tab has changed a stored value.
   * @returns a function that stops it
   */
  subscribe(listener: () => void): () => void;
  /**
   * Does work while no other tab does work with the same name. The lock of a closed tab is released.
   * @param onBusy called at once if another tab holds the lock; the work is then done after it
   */
  withLock(name: string, work: () => Promise<void>, onBusy: () => void): Promise<void>;
}

/** The network as the machine sees it. It may be online without reaching the school. */
export interface Connectivity {
  isOnline(): boolean;
  /** @returns a function that stops it */
  subscribe(listener: (online: boolean) => void): () => void;
}

/** Milliseconds since 1970. */
export type Clock = () => number;

/** Creates that many random bytes, as lower-case hex. */
export type RandomHex = (bytes: number) => string;

/** Computes the SHA-256 of a text in UTF-8, as lower-case hex. */
export type Sha256 = (text: string) => Promise<string>;

/**
 * Shrinks a photo to a maximum number of bytes.
 * @returns a JPEG, or null if the machine cannot read the photo
 */
export type ShrinkPhoto = (photo: Blob, maxBytes: number) => Promise<Blob | null>;

export interface AnswerCache {
  /** Stores an answer; an earlier one at the same address is replaced. */
  put(address: string, answer: Response): Promise<void>;
  delete(address: string): Promise<boolean>;
  /** The addresses, in the order in which the answers were put. */
  keys(): Promise<readonly { readonly url: string }[]>;
}

/**
 * Answers by address, in named caches: the part of a browser's Cache Storage that the app uses. Each
 * call may reject: storage can be forbidden, full, or gone.
 */
export interface AnswerCaches {
  open(name: string): Promise<AnswerCache>;
  /** Does not create the cache. */
  match(
    address: string,
    options: { cacheName: string; ignoreSearch?: boolean },
  ): Promise<Response | undefined>;
  delete(name: string): Promise<boolean>;
  keys(): Promise<string[]>;
}

/** The browser's room for a site, as far as it tells. */
export interface StorageRoom {
  /** Bytes that may still be stored; null if unknown. */
  free(): Promise<number | null>;
  /** Asks the browser to evict nothing of this site without the person. */
  persist(): Promise<void>;
}

/** Installs the web app like the other apps of the device. */
export interface AppInstaller {
  /** Names the app to the browser, and calls the listener when the browser can install it. */
  start(onOffer: () => void): void;
  /** Asks the person, as the browser does it. */
  install(): void;
}

/** What a page knows about a newer version of the app. */
export type NewerVersion =
  /** It is on this machine, and waits. */
  | "waiting"
  /** It serves all tabs already, because another tab has accepted it. */
  | "serving";

/** The worker that provides the web app from the browser's cache. */
export interface AppWorker {
  /** Starts it. @returns false if the browser does not let it start */
  start(): Promise<boolean>;
  /** Looks for a newer version at the school. */
  look(): void;
  /** Calls the listener when there is a newer version. */
  onNewer(listener: (state: NewerVersion) => void): void;
  /** Lets the newer version serve all tabs, and reloads this one. */
  useNewer(): void;
  tell(message: WorkerMessage): void;
}

/** How the browser's push service reaches this device: an address, and keys in base64url. */
interface DeviceSubscription {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/** Notifications on this device, by the browser's own push service. */
export interface DevicePush {
  /** Whether this device can be told; `denied`: the person has forbidden notifications. */
  state(): Promise<"on" | "off" | "denied">;
  /**
   * Asks the person, unless they have answered before, and subscribes.
   * @param key the school's public key, in base64url
   * @returns null if the person does not want it. Rejects if the browser cannot
   */
  subscribe(key: string): Promise<DeviceSubscription | null>;
  unsubscribe(): Promise<void>;
}

export interface Machine {
  storage: KeyValue;
  connectivity: Connectivity;
  now: Clock;
  /** The name of the machine's time zone, such as `Europe/Athens`. It changes when the person travels. */
  zone: () => string;
  randomHex: RandomHex;
  sha256: Sha256;
}

/** Why a write failed. The file is unchanged then, except after `append`. */
export type FolderFailure =
  /** The disk is full. */
  | { readonly kind: "no-room" }
  /** The folder is not writable, or does not exist. */
  | { readonly kind: "forbidden" };

export type WriteResult = Result<null, FolderFailure>;

/** The readable part of a folder. Paths are relative, joined by `/`, and cannot leave the folder. */
export interface ReadableFolder {
  /**
   * Reads a file, or a range of it. The result is shorter if the file ends before the range does.
   * @returns null if the file does not exist or cannot be read
   */
  read(
    path: string,
    range?: { from: number; length: number },
  ): Promise<Uint8Array<ArrayBuffer> | null>;
  /** The size of a file in bytes; null if it does not exist. */
  size(path: string): Promise<number | null>;
  /** The names of the files in a folder, without subfolders; empty if it does not exist. */
  list(path: string): Promise<string[]>;
}

/**
 * A folder of the machine that only this app uses. A crash during a write can leave a damaged file, so
 * important files are written under another name, verified, and renamed.
 */
export interface Folder extends ReadableFolder {
  /** Writes or replaces a file. Parent folders are created. */
  write(path: string, bytes: Uint8Array<ArrayBuffer>): Promise<WriteResult>;
  /**
   * Appends to a file. After a failure a part of the bytes may have been appended.
   * @param before present size of the file in bytes, if known; it saves a call to the machine
   */
  append(path: string, bytes: Uint8Array<ArrayBuffer>, before?: number): Promise<WriteResult>;
  /** Renames a file atomically. An existing file with the new name is replaced. */
  move(from: string, to: string): Promise<WriteResult>;
  /** Deletes a file, or a folder with everything in it. A missing one is ignored. */
  remove(path: string): Promise<void>;
  /** The names of the subfolders; null if the folder cannot be read. */
  folders(path: string): Promise<string[] | null>;
  /** Free bytes of the disk; null if unknown. */
  room(): Promise<number | null>;
  /**
   * The address of a file for this page. It supports ranges and has no media type.
   * @returns null if the machine does not serve the file: only the content's `files/` are served
   */
  address(path: string): string | null;
}

/** The bytes of a file that are read in pieces. A `Blob` is one. */
export interface FileBytes {
  readonly size: number;
  slice(from: number, to: number): { arrayBuffer(): Promise<ArrayBuffer> };
}

export interface MachineIdentity {
  /**
   * The contract's `computerId`. It is a hash, so that the machine's own id is never sent.
   * @returns null if the machine has no id
   */
  computerId(): Promise<string | null>;
  /** A readable description of system, processor and memory. */
  hardware(): Promise<string>;
}

export interface Dialogs {
  /** @returns null if the dialog was cancelled */
  chooseFolder(title: string): Promise<ReadableFolder | null>;
}

/** The desktop app's machine, which has a folder. */
export interface DesktopMachine extends Machine {
  tabs: Tabs;
  /** The folder of the content and of all other data. */
  folder: Folder;
  identity: MachineIdentity;
  dialogs: Dialogs;
  /** Whether the connection may be metered; true if the machine cannot tell. */
  isMetered: () => boolean;
  /** Computes the SHA-256 of bytes, as lower-case hex. */
  sha256OfBytes: (bytes: Uint8Array<ArrayBuffer>) => Promise<string>;
}

export interface AppWindow {
  /**
   * Shows the window, which is hidden at the start. Does nothing if it is visible.
   * @param size in the system's pixels; null keeps the size that the system chooses
   */
  show(size: { readonly width: number; readonly height: number } | null): Promise<void>;
  /** Raises the window, and restores it if it is minimized. */
  bringToFront(): Promise<void>;
  toggleFullScreen(): Promise<void>;
  /** Whether the system is a Mac, which uses the command key for shortcuts. */
  readonly isMac: boolean;
  /** Changes the title in the window's frame, and in the system's lists of windows. */
  setTitle(title: string): void;
  /** The text in the system's clipboard; empty if there is none. */
  readClipboard(): Promise<string>;
}

/** The lock of the app's folder, which one window holds at a time. */
export interface Instance {
  /** `mine`: this window owns the folder. `taken`: another window does. */
  readonly status: "mine" | "taken";
  /** Calls the listener when another window takes the folder over, at once if it already has. */
  onLost(listener: () => void): void;
  /** Whether this window still owns the folder. Checks again if the last check is old. */
  isMine(): Promise<boolean>;
  /** Releases the folder, so that the next start does not have to wait. */
  release(): Promise<void>;
}

/** Options for links and downloads in the app's window. */
export interface LinkHandlerOptions {
  /** Called if a file could not be written to the place that the person chose. */
  onNotSaved(name: string): void;
}

/** A page of the app that the system's browser can open. */
export interface ServedPage {
  readonly address: string;
  /** Call it when the browser does not need the page any more. */
  stop(): void;
}

/** The desktop app's machine once it is opened. */
export interface OpenedDesktop extends DesktopMachine {
  /** The app's version, such as `1.1.2`. */
  readonly version: string;
  /** The installed program, which updates do not replace; see `boot.ts`. */
  readonly installed: { readonly version: string; readonly shell: string };
  /** The runtime's `applicationId`, which names build and school. */
  readonly application: string;
  /** The system, and the endings of packages that can update this installation, best first. */
  readonly system: { readonly name: System; readonly endings: readonly string[] };
  /** Deletes a file of the app's folder, even if another window owns the folder. */
  removeFromAnyWindow(path: string): Promise<void>;
  /** Opens a file of the app's folder with the system's program for it, or shows its folder. */
  openFile(path: string): void;
  showFile(path: string): void;
  /**
   * Serves a page of the app to the system's browser, at an address of this machine that nobody can guess.
   * @param make gives the page and its script, which has this name
   * @returns null if the machine cannot serve it
   */
  servePage(
    make: (scriptName: string) => { readonly html: string; readonly script: string },
  ): Promise<ServedPage | null>;
  /** The absolute path of the app's folder, as shown to the person. */
  readonly path: string;
  /** Names of damaged files of stored values. They were renamed. */
  readonly damaged: readonly string[];
  wasDamaged(key: string): Promise<boolean>;
  /** Whether this window owns the folder. If not, nothing can be written. */
  readonly instance: Instance;
  readonly window: AppWindow;
  /**
   * Calls the listener with each zip that the app is opened with, including one from before it listened.
   * @returns a function that stops it
   */
  onOpen(listener: (file: FileBytes) => void): () => void;
  /** Reloads the page once all changes are on the disk. */
  restart(): Promise<void>;
  /** Resolves when all changes are on the disk, or the disk has refused them. */
  flush(): Promise<void>;
  /** Makes links and downloads work as in a browser; see `link-handlers.ts`. */
  installLinkHandlers(options: LinkHandlerOptions): void;
  /** Calls the listener when the runtime has ended. Nothing can be read or written until a reload. */
  onOffline(listener: () => void): void;
}
