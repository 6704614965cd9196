import { stat } from "node:fs/promises";
import type { Log } from "./log.ts";
import { readTls, type Tls, TlsError, type TlsFiles } from "./tls.ts";

/** When the files were last written. */
const stampOf = async ({ certFile, keyFile }: TlsFiles): Promise<string> => {
  const found = await Promise.all([certFile, keyFile].map((file) => stat(file).catch(() => null)));
  return found.map((entry) => `${entry?.mtimeMs} ${entry?.ino}`).join();
};

/** The certificate that the school serves with, for as long as its files are renewed. */
export class Certificate {
  readonly #files: TlsFiles;
  readonly #log: Log;
  #stamp: string;
  #current: Tls;

  private constructor(files: TlsFiles, log: Log, stamp: string, current: Tls) {
    this.#files = files;
    this.#log = log;
    this.#stamp = stamp;
    this.#current = current;
  }

  /** @throws TlsError for files that cannot be served with */
  static async open(files: TlsFiles, log: Log): Promise<Certificate> {
    const stamp = await stampOf(files);
    const read = await readTls(files);
    if (!read.ok) throw new TlsError(read.failure);
    if (read.value.until < Date.now()) log.warn("The certificate has expired");
    return new Certificate(files, log, stamp, read.value);
  }

  get current(): Tls {
    return this.#current;
  }

  /**
   * Looks whether the files have been written since.
   * @returns what they hold now; null where nothing is new, or where it is no good and the school
   * goes on with what it has
   */
  async renewed(): Promise<Tls | null> {
    const stamp = await stampOf(this.#files);
    if (stamp === this.#stamp) return null;
    const read = await readTls(this.#files);
    if (!read.ok) {
      this.#log.warn("The new certificate is no good", { why: read.failure });
      return null;
    }
    this.#stamp = stamp;
    this.#current = read.value;
    this.#log.info("The certificate was renewed");
    return read.value;
  }
}
