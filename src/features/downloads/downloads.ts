import { proxy, ref } from "valtio/vanilla";
import {
  getDownloads,
  getSerialNumber,
  type Installer,
  SYSTEMS,
} from "../../contract/downloads.ts";
import { downloadAddress } from "../../domain/download-address.ts";
import { statusOf } from "../../transport/call-failure.ts";
import type { Send } from "../../transport/transport.ts";

interface DownloadsOptions {
  send: Send;
  /** Base address of the calls. */
  base: string;
  /** The version of the desktop app that was released with this build, such as `1.1.2`. */
  version: string;
}

/**
 * The desktop app's installers and the number that activates it.
 *
 * It is no `createResource`: a failed request clears the list, because the addresses in it contain
 * tickets that expire.
 */
export const createDownloads = ({ send, base, version }: DownloadsOptions) => {
  const state = proxy({
    /** Null until the school has answered. */
    installers: null as readonly Installer[] | null,
    /** All packages of these versions, because a system may have several kinds. */
    packages: [] as readonly Installer[],
    /** What is new in the latest version, by language. */
    notes: {} as Readonly<Record<string, string>>,
    /** Why there is nothing to download: the school offers nothing, or it could not be asked. */
    problem: null as "none" | "unavailable" | null,
    /** Null until the school has answered; empty if it gives none. */
    serialNumber: null as string | null,
  });

  const loadInstallers = async (): Promise<void> => {
    const answer = await send(getDownloads);
    const reachable = (offered: readonly Installer[]) =>
      offered.flatMap((installer) => {
        const url = downloadAddress(installer.url, base);
        return url ? { ...installer, url } : [];
      });
    const offered = answer.ok ? answer.value.downloads : [];
    const installers = reachable(offered);
    state.packages = ref(reachable((answer.ok && answer.value.packages) || []));
    state.notes = (answer.ok && answer.value.notes) || {};
    // A school that does not know the call offers nothing.
    const offersNone = answer.ok ? offered.length === 0 : statusOf(answer.failure) === 404;
    const problem = offersNone ? "none" : "unavailable";
    state.problem = installers.length === 0 ? problem : null;
    const place = ({ system }: Installer) => (SYSTEMS as readonly string[]).indexOf(system);
    state.installers = ref(installers.toSorted((a, b) => place(a) - place(b)));
  };

  const loadSerialNumber = async (): Promise<void> => {
    const answer = await send(getSerialNumber, { body: { version } });
    state.serialNumber = (answer.ok && answer.value.serialNumber) || "";
  };

  let underWay: Promise<void> | null = null;

  return {
    state,
    load(): Promise<void> {
      underWay ??= Promise.all([loadInstallers(), loadSerialNumber()]).then(() => {
        underWay = null;
      });
      return underWay;
    },
  };
};
