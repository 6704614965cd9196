import { readFileSync } from "node:fs";
import path from "node:path";
import type { TlsFiles } from "../../../src/server/tls.ts";

const FOLDER = path.join(import.meta.dirname, "../fixtures/tls");

/** A file of the fixture: test certificates, valid for a hundred years for this machine. */
export const tlsFile = (name: string): string => path.join(FOLDER, name);

export const TLS: TlsFiles = { certFile: tlsFile("school.crt"), keyFile: tlsFile("school.key") };

/** The trusted certificate of a client of the school. */
export const CA = readFileSync(TLS.certFile);
