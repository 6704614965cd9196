import { subscribeKey } from "valtio/utils";
import { subscribe } from "valtio/vanilla";
import { ABOUT, placePath } from "../../app-context/links.ts";
import { AboutDialog } from "../../features/about/public.ts";
import { LicenceExpiry } from "../../features/activation/public.ts";
import { LookUp } from "../../features/glossary/look-up.tsx";
import { OfflineIndicator } from "../../features/shell/offline-indicator.tsx";
import { SyncNotice } from "../../features/this-machine/public.ts";
import { thisMachine } from "../../features/this-machine/route.ts";
import { UpdateNotice } from "../../features/updates/public.ts";
import { importUnsupportedAlert } from "../../offline/failure-messages.ts";
import type { Updates } from "../../offline/updates/create-updates.ts";
import type { OpenedDesktop } from "../../platform/ports.ts";
import { HYBRID } from "../builds.ts";
import type { SignedInApp } from "../create-app.ts";
import { onlineVariant } from "../online-variant.ts";
import type { Variant } from "../variant.ts";
import type { HybridAccount } from "./hybrid-account.ts";

const HybridNotices = () => (
  <>
    <LookUp />
    <LicenceExpiry />
    <SyncNotice />
    <UpdateNotice />
  </>
);

interface HybridVariantOptions {
  machine: OpenedDesktop;
  updates: Updates;
  /** The account of the signed-in person. */
  account: () => HybridAccount | null;
}

/** Creates the variant of the hybrid build: the web app's screens and those of this machine. */
export const createHybridVariant = (options: HybridVariantOptions): Variant => {
  const { machine, updates } = options;

  const start = (app: SignedInApp): (() => void) => {
    const account = options.account();
    if (!account) return () => undefined;
    const { sync } = account;
    account.signedIn = app;
    const startSync = () => void sync.start();
    startSync();
    void updates.boot();
    const stops = [
      machine.onOpen(() => app.alerts.show(importUnsupportedAlert)),
      // New content is downloaded before a new version of the app.
      subscribeKey(sync.state, "phase", (phase) => {
        if (phase === "done") updates.resume();
        else updates.pause();
      }),
      subscribeKey(app.language.state, "language", startSync),
      // Data that was shown without a network may be outdated.
      subscribeKey(app.network.state, "online", (online) => {
        if (online) void app.refresh();
      }),
    ];
    const stopWaiting = subscribe(sync.state, () => {
      if (sync.state.phase !== "done" || sync.state.failed > 0) return;
      stopWaiting();
      void app.selectFallback(HYBRID.fallbackSelection);
    });
    return () => {
      for (const stop of stops) stop();
      stopWaiting();
      updates.pause();
      if (account.signedIn === app) account.signedIn = null;
      void sync.stop();
    };
  };

  return {
    ...onlineVariant,
    features: [...onlineVariant.features, thisMachine],
    menus: {
      progress: onlineVariant.menus.progress,
      person: [
        // The notes are for people who do not have the desktop app yet.
        ...onlineVariant.menus.person.map(({ note, ...entry }) => entry),
        thisMachine,
        { title: "about.title", path: ABOUT },
      ],
    },
    dialogs: { ...onlineVariant.dialogs, [ABOUT]: AboutDialog },
    // A window has no address, so the app opens where it was closed.
    home: (app, isStart) =>
      (isStart && placePath(app.place.state)) || onlineVariant.home(app, isStart),
    StatusIndicator: OfflineIndicator,
    Notices: HybridNotices,
    start,
  };
};
