import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { createSecureContext } from "node:tls";
import { Result } from "../../../lib/result.ts";
import type { Log } from "../../log.ts";

/** Absolute paths of PEM files: the certificate with its intermediate certificates, and its key. */
export interface TlsFiles {
  certFile: string;
  keyFile: string;
}

/** A certificate with its key, checked and ready to use. */
export interface Tls {
  cert: Buffer;
  key: Buffer;
  /** When the certificate ends, milliseconds since 1970. */
  until: number;
}

/** The certificate or key cannot be used. The message gives the reason in one sentence. */
export class TlsError extends Error {}

const bytesOf = async (file: string): Promise<Result<Buffer, string>> => {
  try {
    return Result.ok(await readFile(file));
  } catch (reason) {
    const code = reason instanceof Error && "code" in reason ? reason.code : "";
    if (code === "ENOENT") return Result.fail(`There is no file ${file}.`);
    if (code === "EACCES") return Result.fail(`You do not have permission to read ${file}.`);
    return Result.fail(`${file} cannot be read (${code}).`);
  }
};

const certificateOf = (bytes: Buffer): X509Certificate | null => {
  try {
    return bytes.includes("-----BEGIN CERTIFICATE-----") ? new X509Certificate(bytes) : null;
  } catch {
    return null;
  }
};

const keyOf = (bytes: Buffer): KeyObject | "encrypted" | null => {
  if (/-----BEGIN ENCRYPTED|^Proc-Type: 4,ENCRYPTED/m.test(bytes.toString("latin1"))) {
    return "encrypted";
  }
  try {
    return createPrivateKey(bytes);
  } catch {
    return null;
  }
};

/**
 * Reads a certificate and its key.
 * @returns a sentence when they are missing, invalid, or do not belong together
 */
export const readTls = async ({ certFile, keyFile }: TlsFiles): Promise<Result<Tls, string>> => {
  const cert = await bytesOf(certFile);
  if (!cert.ok) return cert;
  const key = await bytesOf(keyFile);
  if (!key.ok) return key;
  const certificate = certificateOf(cert.value);
  if (!certificate) return Result.fail(`${certFile} is not a certificate in PEM format.`);
  const privateKey = keyOf(key.value);
  if (privateKey === "encrypted") {
    return Result.fail(`${keyFile} has a passphrase: provide a key without one.`);
  }
  if (!privateKey) return Result.fail(`${keyFile} is not a private key in PEM format.`);
  if (!certificate.checkPrivateKey(privateKey)) {
    return Result.fail(`The key in ${keyFile} does not belong to the certificate in ${certFile}.`);
  }
  try {
    createSecureContext({ cert: cert.value, key: key.value });
  } catch (reason) {
    const why = reason instanceof Error ? reason.message : String(reason);
    return Result.fail(`The certificate in ${certFile} cannot be used (${why}).`);
  }
  const until = certificate.validToDate.getTime();
  return Result.ok({ cert: cert.value, key: key.value, until });
};

/** When the files were last written. */
const stampOf = async ({ certFile, keyFile }: TlsFiles): Promise<string> => {
  const found = await Promise.all([certFile, keyFile].map((file) => stat(file).catch(() => null)));
  return found.map((entry) => `${entry?.mtimeMs} ${entry?.ino}`).join();
};

/**
 * Opens the certificate that the school serves. Its files may be renewed while the server runs.
 * @throws TlsError when the files cannot be used
 */
export const openCertificate = async (files: TlsFiles, log: Log) => {
  let stamp = await stampOf(files);
  const first = await readTls(files);
  if (!first.ok) throw new TlsError(first.failure);
  if (first.value.until < Date.now()) log.warn("The certificate has expired");
  return {
    first: first.value,
    /**
     * Reads the files again if they have changed.
     * @returns the new certificate; null when nothing changed, or when the new files are invalid and
     * the school keeps the present certificate
     */
    renewed: async (): Promise<Tls | null> => {
      const present = await stampOf(files);
      if (present === stamp) return null;
      const read = await readTls(files);
      if (!read.ok) {
        log.warn("The new certificate cannot be used", { why: read.failure });
        return null;
      }
      stamp = present;
      log.info("The certificate was renewed");
      return read.value;
    },
  };
};
