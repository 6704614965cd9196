import type { ComponentType } from "react";
import { useSnapshot } from "valtio";
import { subscribeKey } from "valtio/utils";
import { createChunk, lazyChunk } from "../app-context/chunk.ts";
import { placePath } from "../app-context/links.ts";
import { useApp } from "../app-context/use-app.ts";
import { KeepChapter, NewerVersion } from "../features/on-device/public.ts";
import { onDevice } from "../features/on-device/route.ts";
import type { Kept } from "../kept/kept.ts";
import type { SignedInApp } from "./create-app.ts";
import { onlineVariant } from "./online-variant.ts";
import type { Variant } from "./variant.ts";
import { mayKeep } from "./with-kept.ts";

const OfflineSign = lazyChunk(
  createChunk(() =>
    import(/* webpackChunkName: "on-device" */ "../features/shell/offline-indicator.tsx").then(
      ({ OfflineIndicator }) => ({ default: OfflineIndicator }),
    ),
  ),
);

const IfOn = <Props extends object>({
  kept,
  Shown,
  props,
}: {
  kept: Kept;
  Shown: ComponentType<Props>;
  props: Props;
}) => (useSnapshot(kept.state).isOn ? <Shown {...props} /> : null);

/** A component that is loaded and shown while something is kept. */
const whenOn = <Props extends object>(Shown: ComponentType<Props>) =>
  function WhenOn(props: Props) {
    const { kept } = useApp();
    return kept ? <IfOn kept={kept} Shown={Shown} props={props} /> : null;
  };

/** Keeps what is needed without a network while the person is signed in. */
const start = (app: SignedInApp): (() => void) => {
  const { kept, language, network } = app;
  if (!kept) return () => undefined;
  const stops = [
    kept.start(() => language.state.language),
    subscribeKey(language.state, "language", (code) => kept.services()?.keepTexts(code)),
    // Data that was shown without a network may be outdated.
    subscribeKey(network.state, "online", (online) => {
      if (online) void app.refresh();
    }),
    app.onSessionEnd((why) => void kept.end(why)),
  ];
  return () => {
    for (const stop of stops) stop();
  };
};

/** The variant of the web app: its screens, and what the browser keeps of them. */
export const webVariant: Variant = mayKeep()
  ? {
      ...onlineVariant,
      features: [...onlineVariant.features, onDevice],
      menus: { ...onlineVariant.menus, person: [...onlineVariant.menus.person, onDevice] },
      StatusIndicator: whenOn(OfflineSign),
      Notices: whenOn(NewerVersion),
      ChapterTool: whenOn(KeepChapter),
      start,
    }
  : {
      ...onlineVariant,
      // A frame has no address of its own that a reload would open again.
      home: (app, isStart) =>
        (isStart && self !== top && placePath(app.place.state)) || onlineVariant.home(app, isStart),
      start(app) {
        if (document.documentElement.dataset.embed) {
          import(/* webpackChunkName: "embedded" */ "./embedded/start-embedded.ts").then(
            ({ tellLessons }) => tellLessons(app),
            () => undefined,
          );
        }
        return () => undefined;
      },
    };
