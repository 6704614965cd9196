/** What the command asks of the process that runs the tests. */
export type Order =
  /** Runs all tests of these files without a mutant, and records which mutants they reach. */
  | { kind: "dry-run"; files: readonly string[] }
  /** Runs tests with one mutant until the first fails. */
  | {
      kind: "mutant";
      id: string;
      /** A mutant that is reached more often is in an endless loop. */
      maxHits: number;
      /** In milliseconds, for each test. */
      testTimeout: number;
      tests: readonly SelectedTests[];
    }
  | { kind: "end" };

/** Tests of one file. */
export interface SelectedTests {
  file: string;
  ids: readonly string[];
}

/** How often each mutant was reached. */
export type Hits = Record<string, number>;

/** What the first run tells about a test file. */
export interface FileRecord {
  file: string;
  /** In milliseconds. */
  duration: number;
  /** Why the file cannot be used: it fails without a mutant. */
  broken: string | null;
  tests: TestRecord[];
  /** Mutants reached outside the tests: by imports, and by hooks that several tests share. */
  shared: Hits;
}

export interface TestRecord {
  id: string;
  name: string;
  /** In milliseconds. */
  duration: number;
  failure: string | null;
  hits: Hits;
}

/** The first failure. */
export interface Failure {
  /** The name of the test or of the file. */
  test: string;
  file: string;
  message: string;
}

/** What the process that runs the tests answers. */
export type Answer =
  | { kind: "ready" }
  | { kind: "file"; record: FileRecord }
  | { kind: "recorded" }
  | { kind: "tested"; failure: Failure | null };

const KEY = "mutation";

/** Marks a message, because Vitest uses the same channel. */
export const wrap = <Message>(message: Message): Record<string, Message> => ({ [KEY]: message });

/** @returns null for messages of Vitest */
export const unwrap = <Message>(message: unknown): Message | null =>
  typeof message === "object" && message !== null && KEY in message
    ? (message[KEY] as Message)
    : null;
