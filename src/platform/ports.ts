/** What the app asks of a machine. Adapters: `web/` for browsers, `memory/` for tests. */

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
