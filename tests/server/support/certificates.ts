import { createHash, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import type { TlsFiles } from "../../../src/server/school/settings/tls.ts";

const FOLDER = path.join(import.meta.dirname, "../fixtures/tls");

/** A file of the fixture: test certificates, valid for a hundred years for this machine. */
export const tlsFile = (name: string): string => path.join(FOLDER, name);

export const TLS: TlsFiles = { certFile: tlsFile("school.crt"), keyFile: tlsFile("school.key") };

/** The trusted certificate of a client of the school. */
export const CA = readFileSync(TLS.certFile);

/**
 * The option of a Chromium that trusts the school's test certificate. One that ignores all errors of
 * certificates caches nothing.
 */
export const trustsSchool = `--ignore-certificate-errors-spki-list=${createHash("sha256")
  .update(new X509Certificate(CA).publicKey.export({ type: "spki", format: "der" }))
  .digest("base64")}`;
