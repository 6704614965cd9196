import { stat } from "node:fs/promises";
import type { Log } from "../../log.ts";
import { readTls, type Tls, TlsError, type TlsFiles } from "./tls.ts";

/** When the files were last written. */
const stampOf = async ({ certFile, keyFile }: TlsFiles): Promise<string> => {
  const found = await Promise.all([certFile, keyFile].map((file) => stat(file).catch(() => null)));
  return found.map((entry) => `${entry?.mtimeMs} ${entry?.ino}`).join();
};

/** The certificate that the school serves. Its files may be renewed while the server runs. */
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

  /** @throws TlsError when the files cannot be used */
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
   * Reads the files again if they have changed.
   * @returns the new certificate; null when nothing changed, or when the new files are invalid and
   * the school keeps the current certificate
   */
  async renewed(): Promise<Tls | null> {
    const stamp = await stampOf(this.#files);
    if (stamp === this.#stamp) return null;
    const read = await readTls(this.#files);
    if (!read.ok) {
      this.#log.warn("The new certificate cannot be used", { why: read.failure });
      return null;
    }
    this.#stamp = stamp;
    this.#current = read.value;
    this.#log.info("The certificate was renewed");
    return read.value;
  }
}
