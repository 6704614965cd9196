import { subscribeKey } from "valtio/utils";
import type { SignedInApp } from "./create-app.ts";
import { onlineVariant } from "./online-variant.ts";
import type { Variant } from "./variant.ts";

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
export const webVariant: Variant = { ...onlineVariant, start };
