import { readFileSync } from "node:fs";
import path from "node:path";
import type { TlsFiles } from "../../../src/server/tls.ts";

const FOLDER = path.join(import.meta.dirname, "../fixtures/tls");

/** A file of the fixture: certificates of nobody's, good for a hundred years on this machine. */
export const tlsFile = (name: string): string => path.join(FOLDER, name);

export const TLS: TlsFiles = { certFile: tlsFile("school.crt"), keyFile: tlsFile("school.key") };

/** What a client trusts that knows the school's certificate. */
export const CA = readFileSync(TLS.certFile);
