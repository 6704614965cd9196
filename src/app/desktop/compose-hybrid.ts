import { createSession } from "../../core/session.ts";
import { createAccounts, createOtherAccounts } from "../../offline/accounts.ts";
import { browserPage } from "../../offline/browser-page.ts";
import { readAskFirst } from "../../offline/sync/sync-storage.ts";
import { createUpdates } from "../../offline/updates/create-updates.ts";
import { failedVersions } from "../../platform/desktop/failed-versions.ts";
import type { OpenedDesktop } from "../../platform/ports.ts";
import type { CallOptions, Send, SendForBytes, Transport } from "../../transport/transport.ts";
import { HYBRID } from "../builds.ts";
import { createBaseApp } from "../create-base-app.ts";
import {
  createDesktopConnection,
  createDesktopCore,
  createDesktopLicence,
  createLookUp,
  type DesktopBuild,
} from "./desktop-build.ts";
import { createCurrentAccount, type HybridAccount } from "./hybrid-account.ts";
import { createHybridVariant } from "./hybrid-variant.tsx";

/**
 * Creates the transport of the hybrid build. Calls of the signed-in person wait until the account's
 * content is loaded, and are answered from it if possible. While nobody is signed in, all calls go
 * to the school.
 */
const createHybridTransport = (
  school: Transport,
  account: () => HybridAccount | null,
): Transport => {
  const currentTransport = async (): Promise<Transport> => {
    const own = account();
    await own?.ready;
    return own?.school ?? school;
  };
  return {
    base: school.base,
    send: (async (call, options?: CallOptions<string, unknown, string>) =>
      (await currentTransport()).send(call as never, options as never)) as Send,
    sendForBytes: (async (call, options?: CallOptions<string, unknown, string>) =>
      (await currentTransport()).sendForBytes(call as never, options as never)) as SendForBytes,
    assetAddress: async (product, title) =>
      (await (await currentTransport()).assetAddress?.(product, title)) ?? null,
    prefetch: (address) => void currentTransport().then(({ prefetch }) => prefetch(address)),
  };
};

declare const FILE_SERVER: string;
declare const ORGANISATION: { id: number; name: string };
declare const SCHOOL_PUBLIC_KEY: string | null;

/**
 * Composes the hybrid build: people sign in, content is stored on the disk and synced with the
 * school, and progress that is made without a network is sent later.
 */
export const composeHybrid = (machine: OpenedDesktop): DesktopBuild => {
  const connection = createDesktopConnection(machine);
  const licence = createDesktopLicence(machine, connection);
  const core = createDesktopCore(licence, {
    connection,
    singleLogin: HYBRID.auth.singleLogin,
    hasSessionId: false,
    createSession(options) {
      const session = createSession(options);
      return {
        ...session,
        async check() {
          await licence.check();
          await session.check();
        },
      };
    },
  });
  const updates = createUpdates({
    machine,
    send: core.school.send,
    base: FILE_SERVER,
    headers: (): Record<string, string> => {
      const { token } = core.session.state;
      const { activationId } = licence.state;
      if (token) return { authorization: `Bearer ${token}` };
      return activationId ? { "x-license": activationId } : {};
    },
    version: machine.version,
    installed: machine.installed,
    application: machine.application,
    publicKey: SCHOOL_PUBLIC_KEY,
    system: machine.system,
    asksFirst: () => readAskFirst(machine.storage) && machine.isMetered(),
    failedVersions,
  });
  const accounts = createAccounts(machine);
  const otherAccounts = createOtherAccounts({ machine, accounts });
  const account = createCurrentAccount({
    accounts,
    otherAccounts,
    core,
    machine,
    licence,
    news: updates.news,
  });
  const desktop = {
    machine,
    licence,
    lookUp: createLookUp(),
    hybrid: {
      sync: account.sync,
      updates,
      otherAccounts,
      serveSignIn: (language: string) =>
        machine.servePage((script) => browserPage(FILE_SERVER, language, script)),
    },
    contentImport: null,
  };
  const app = createBaseApp(core, {
    organisation: ORGANISATION,
    transport: createHybridTransport(core.school, account.get),
    optimistic: true,
    closesExpiredCourses: HYBRID.closesExpiredCourses,
    desktop,
  });
  return {
    app,
    desktop,
    required: HYBRID.auth.required,
    variant: createHybridVariant({ machine, updates, account: account.get }),
    loadContent: account.load,
  };
};
