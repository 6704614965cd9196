import { LRUCache } from "lru-cache";
import { type FileReader, mayReadFile } from "../../../domain/file-access.ts";
import { TUTOR_LEVEL } from "../../../domain/roles.ts";
import type { Reader } from "../../accounts/session/access.ts";
import type { Catalogue } from "../../content/catalogue.ts";
import type { CatalogueFile } from "../../content/catalogue-files.ts";
import { waitForAll } from "../../db/wait-for-all.ts";
import type { LimitKey } from "../../gate.ts";
import { HttpProblem } from "../../problem.ts";
import type { Services } from "../../services.ts";
import { type ReadingState, readerState } from "../../study/reading.ts";
import { fileUses } from "./file-uses.ts";

/**
 * How long a cached course may outlive its removal by another process, if no notification arrives.
 */
const CACHED_MS = 2000;
/** A reader takes a few hundred bytes. */
const MAX_CACHED = 20_000;

const NOBODY: FileReader = { everything: false, courses: new Map(), handedIn: new Set() };
const TUTOR: FileReader = { ...NOBODY, everything: true };

interface Cached {
  readonly catalogue: Catalogue;
  readonly from: number;
  readonly reader: FileReader;
}

/** The cache key of a reader's rights; null for a licence that contains them itself. */
const keyOf = (reader: Reader): LimitKey | null => {
  if (reader.kind === "person") return reader.person.accountId;
  const { accountId } = reader.licence;
  return accountId === null ? null : `licence ${accountId}`;
};

/**
 * Decides who may read which file of the content. Caches the rights of readers, because a lesson's
 * pictures are requested right after the lesson.
 */
export class FileAccess {
  readonly #services: Services;
  readonly #cached = new LRUCache<LimitKey, Cached>({ max: MAX_CACHED });

  constructor(services: Services) {
    this.#services = services;
    services.database.onChange((change) => {
      if (change.kind !== "account") return;
      this.#cached.delete(change.accountId);
      this.#cached.delete(`licence ${change.accountId}`);
    });
  }

  /** Caches rights that were read from the database for another call. */
  remember(reader: Reader, reading: ReadingState): void {
    this.#keep(reader, this.#services.catalogue.current, {
      ...NOBODY,
      courses: reading.fileReach,
    });
  }

  /**
   * The first of the files that the reader may have; synchronous when the rights are known.
   * @param files at least one
   * @throws HttpProblem 403
   */
  allowed(reader: Reader, files: readonly CatalogueFile[]): CatalogueFile | Promise<CatalogueFile> {
    const known = this.#known(reader);
    const found = known && this.#first(known, files);
    return found ?? this.#readAllowed(reader, files);
  }

  /**
   * Reads the rights again before a refusal, because they may have grown, also at another server.
   */
  async #readAllowed(reader: Reader, files: readonly CatalogueFile[]): Promise<CatalogueFile> {
    const found = this.#first(await this.#read(reader), files);
    if (found) return found;
    throw new HttpProblem(403, "session/not_allowed", "You may open no lesson with this file");
  }

  #first(reader: FileReader, files: readonly CatalogueFile[]): CatalogueFile | undefined {
    const uses = fileUses(this.#services.catalogue.current);
    return files.find((file) => mayReadFile(reader, uses.get(file)));
  }

  #known(reader: Reader): FileReader | null {
    if (reader.kind === "person" && reader.person.level >= TUTOR_LEVEL) return TUTOR;
    const key = keyOf(reader);
    const cached = key === null ? undefined : this.#cached.get(key);
    const { catalogue, clock } = this.#services;
    if (cached?.catalogue !== catalogue.current) return null;
    const age = clock() - cached.from;
    return age >= 0 && age < CACHED_MS ? cached.reader : null;
  }

  async #read(reader: Reader): Promise<FileReader> {
    const { catalogue, database } = this.#services;
    const { current } = catalogue;
    const [{ fileReach }, handedIn] = await waitForAll(
      readerState(this.#services, database.read, reader),
      this.#handedIn(reader),
    );
    const found: FileReader = { everything: false, courses: fileReach, handedIn };
    this.#keep(reader, current, found);
    return found;
  }

  async #handedIn(reader: Reader): Promise<Set<number>> {
    if (reader.kind !== "person") return new Set();
    const rows = await this.#services.database.read
      .selectFrom("upload")
      .select("lesson_id")
      .distinct()
      .where("account_id", "=", reader.person.accountId)
      .execute();
    return new Set(rows.map((row) => row.lesson_id));
  }

  #keep(reader: Reader, catalogue: Catalogue, found: FileReader): void {
    const key = keyOf(reader);
    if (key === null) return;
    this.#cached.set(key, { catalogue, from: this.#services.clock(), reader: found });
  }
}
