import { createElement } from "react";
import { useSnapshot } from "valtio";
import type { App } from "../../app-context/app.ts";
import { createChunk } from "../../app-context/chunk.ts";
import { useApp } from "../../app-context/use-app.ts";
import { TUTOR_LEVEL } from "../../domain/roles.ts";
import { deskMessages } from "../../i18n/messages/desk.ts";
import { lazyComponent } from "../../ui/lazy-component.tsx";

const load = createChunk(
  () => import(/* webpackChunkName: "desk-link" */ "./desk-link.tsx"),
  deskMessages,
);

// What the first screen needs comes before it. If it cannot be loaded, the header goes without it.
const DeskLink = lazyComponent(
  (_: object, app: App) =>
    app.courses
      .settled()
      .then(() => load(app))
      .catch(() => ({ default: () => null })),
  undefined,
  useApp,
);

/** The way to the desk in the header, for tutors and above. Nobody else loads it. */
export const DeskEntry = () => {
  const { level } = useSnapshot(useApp().session.state);
  return level >= TUTOR_LEVEL ? createElement(DeskLink) : null;
};
