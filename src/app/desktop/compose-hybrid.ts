import { confirmOpenId, OPENID_CODE, OPENID_ERROR, showOpenIdDone } from "../../contract/openid.ts";
import { createSession } from "../../core/session.ts";
import { createAccounts, createOtherAccounts } from "../../offline/accounts.ts";
import { readAskFirst } from "../../offline/sync/sync-storage.ts";
import { createUpdates } from "../../offline/updates/create-updates.ts";
import { failedVersions } from "../../platform/desktop/failed-versions.ts";
import type { OpenedDesktop } from "../../platform/ports.ts";
import type { CallOptions, Send, SendForBytes, Transport } from "../../transport/transport.ts";
import { HYBRID } from "../builds.ts";
import { createBaseApp } from "../create-base-app.ts";
import { createDesktopCore, type DesktopBuild } from "./desktop-build.ts";
import { createCurrentAccount, type HybridAccount } from "./hybrid-account.ts";
import { createHybridVariant } from "./hybrid-variant.tsx";

declare const FILE_SERVER: string;
declare const ORGANISATION: { id: number; name: string };
declare const SCHOOL_PUBLIC_KEY: string | null;

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

/**
 * The page of the desktop app to which the system's browser comes back from the provider, and its script: the
 * policy of the desktop app allows none within a page. It hands the code to the school and leads to the
 * school's page that says how it went. Nothing that lets somebody in is in an address.
 * @param name of the script
 */
const browserPage = (language: string, name: string) => ({
  html: `<!doctype html><meta charset="utf-8"><title>…</title><script src="${name}" defer></script>`,
  script: `(async () => {
  const given = new URLSearchParams(location.hash.slice(1));
  history.replaceState(null, "", location.pathname);
  const code = given.get(${JSON.stringify(OPENID_CODE)});
  const end = new URLSearchParams({ language: ${JSON.stringify(language)} });
  const confirm = () => fetch(${JSON.stringify(FILE_SERVER + confirmOpenId.path)}, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ code }),
  }).then(({ ok }) => ok, () => false);
  if (!code || !(await confirm())) end.set("error", given.get(${JSON.stringify(OPENID_ERROR)}) ?? "invalid");
  location.replace(${JSON.stringify(`${FILE_SERVER}${showOpenIdDone.path}?`)} + end);
})();
`,
});

/**
 * Composes the hybrid build: people sign in, content is stored on the disk and synced with the
 * school, and progress that is made without a network is sent later.
 */
export const composeHybrid = (machine: OpenedDesktop): DesktopBuild => {
  const { core, licence, lookUp } = createDesktopCore(machine, (own) => ({
    singleLogin: HYBRID.auth.singleLogin,
    hasSessionId: false,
    createSession(options) {
      const session = createSession(options);
      return {
        ...session,
        async check() {
          await own.check();
          await session.check();
        },
      };
    },
  }));
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
    lookUp,
    hybrid: {
      sync: account.sync,
      updates,
      otherAccounts,
      serveSignIn: (language: string) =>
        machine.servePage((script) => browserPage(language, script)),
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
