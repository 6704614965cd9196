/** What one account may use. 0 is no limit. */
export interface Limits {
  /** What it has stored, in bytes: files, messages, comments and notes. */
  storageBytes: number;
  messages: number;
  handIns: number;
  notes: number;
  /** Measurement tables. */
  tables: number;
  writesPerMinute: number;
  /** Requests that are answered at once. The next ones wait. */
  requestsAtOnce: number;
}

const MEBIBYTE = 1024 * 1024;

/** Far above what a student needs in years, and far below what fills a disk. */
export const DEFAULT_LIMITS: Limits = {
  storageBytes: 200 * MEBIBYTE,
  messages: 10_000,
  handIns: 2000,
  notes: 5000,
  tables: 200,
  writesPerMinute: 300,
  requestsAtOnce: 8,
};

/** Tutors and above answer many students: they may store this many times as much. */
export const STAFF_FACTOR = 10;
