import type { Generated } from "kysely";
import type { Actor } from "../../domain/audit.ts";

/** The authors' folders from which the content was made, so that it can be changed, given back and rolled back. */
export interface SourceTables {
  source_version: SourceVersionTable;
  /** The files of a folder. Their bytes are content files in the store. */
  source_file: {
    version_id: number;
    /** Relative, joined by `/`. */
    path: string;
    checksum: string;
    size: number;
  };
  /** The parts of large files that are being sent, until the file is whole. */
  source_part: {
    /** Of the whole file. */
    checksum: string;
    /** The first byte, from 0. */
    position: number;
    size: number;
    /** The name in the store. */
    stored: string;
    created: number;
  };
}

export interface SourceVersionTable {
  id: Generated<number>;
  /** There is at most one draft. A replaced one stays for the history of its texts. */
  state: "draft" | "published" | "replaced";
  /** Who changed the draft last, or published the version. */
  actor: Actor["kind"];
  /** Null for actors that are no person, and once the person is removed. */
  account_id: number | null;
  created: number;
  changed: number;
  /** How often the draft was changed. */
  edition: Generated<number>;
  /** Null for a draft. */
  published: Generated<number | null>;
  /** The version that was published when the draft was begun, or that was rolled back to. */
  based_on: number | null;
  /** The checksum of the list of files; null for a draft. */
  manifest: Generated<string | null>;
  files: Generated<number>;
  bytes: Generated<number>;
  /** 0 for a draft. */
  products: Generated<number>;
  courses: Generated<number>;
  lessons: Generated<number>;
  /** JSON: what the check of the draft has found; null until it was checked as it is. */
  checked: Generated<string | null>;
}
