import { isIP } from "node:net";
import { connect } from "node:tls";
import { readTls } from "../../school/settings/tls.ts";
import { type Found, found } from "./finding.ts";
import type { Patient } from "./patient.ts";

const HOUR_MS = 3_600_000;
/** Certificates are renewed a month before their end, so that something has failed by then. */
const SOON_DAYS = 14;

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/;

const judge = (until: number, now: number): Found => {
  const days = Math.floor((until - now) / HOUR_MS / 24);
  if (until < now) return found("staff-doctor.certificate-over", { days: -days });
  return found(
    days < SOON_DAYS ? "staff-doctor.certificate-ends" : "staff-doctor.certificate-fine",
    { days },
  );
};

/** When the certificate of a server ends, whoever has issued it. */
const endOfServer = ({ hostname, port }: URL, signal: AbortSignal): Promise<number> =>
  new Promise((resolve, reject) => {
    const host = hostname.replace(/^\[|\]$/g, "");
    const socket = connect({
      host,
      port: Number(port || 443),
      servername: isIP(host) === 0 ? host : "",
      // The address is checked elsewhere, and a certificate that is over would not be read otherwise.
      rejectUnauthorized: false,
    });
    const end = () => socket.destroy(signal.reason);
    signal.addEventListener("abort", end);
    socket.once("secureConnect", () => {
      resolve(Date.parse(socket.getPeerCertificate().valid_to));
      socket.destroy();
    });
    socket.once("error", reject);
    socket.once("close", () => signal.removeEventListener("abort", end));
  });

/** For how long the certificate holds: the school's own, or that of the proxy before it. */
export const checkCertificate = async (patient: Patient): Promise<Found[]> => {
  const { environment, clock, signal } = patient;
  const { tls, publicUrl } = environment;
  if (tls) {
    const read = await readTls(tls);
    if (!read.ok) return [found("staff-doctor.certificate-unread", { reason: read.failure })];
    return [judge(read.value.until, clock())];
  }
  const url = publicUrl === null ? null : new URL(publicUrl);
  if (url?.protocol === "https:") {
    try {
      return [judge(await endOfServer(url, signal), clock())];
    } catch (reason) {
      signal.throwIfAborted();
      return [found("staff-doctor.certificate-unread", { reason: (reason as Error).message })];
    }
  }
  const isLocal = LOOPBACK.test(url?.hostname ?? environment.host);
  return [found(isLocal ? "staff-doctor.certificate-local" : "staff-doctor.certificate-none")];
};
