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
