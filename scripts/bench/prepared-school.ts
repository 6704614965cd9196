import { mkdtempDisposableSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { CA, TLS } from "../../tests/server/support/certificates.ts";
import { type RunningSchool, type SchoolOptions, startSchool } from "../school/start-school.ts";

/**
 * Starts a school with a certificate, as every school on the internet has one: browsers speak HTTP/2
 * with it. This process trusts it from then on.
 */
export const startSecureSchool = (options: SchoolOptions = {}): Promise<RunningSchool> => {
  setDefaultCACertificates([...getCACertificates(), CA.toString()]);
  const settings = { ...options.settings, TLS_CERT: TLS.certFile, TLS_KEY: TLS.keyFile };
  return startSchool({ ...options, settings });
};

/**
 * Imports the demo school, as its first start does.
 * @returns the data folder for later starts, which `using` deletes at the end of a block
 */
export const importDemoSchool = async (settings: SchoolOptions["settings"] = {}) => {
  const folder = mkdtempDisposableSync(path.join(tmpdir(), "learning-space-"));
  const school = await startSchool({ dataDir: folder.path, settings });
  await school.stop();
  return folder;
};
