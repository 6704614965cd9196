import { useSnapshot } from "valtio";
import { Redirect } from "wouter";
import { lazyChunk } from "../../app-context/chunk.ts";
import type { Feature } from "../../app-context/feature.ts";
import { LoadingScreen } from "../../app-context/loading-screen.tsx";
import { useApp } from "../../app-context/use-app.ts";
import { TUTOR_LEVEL } from "../../domain/roles.ts";

const loadDesk = () => import(/* webpackChunkName: "desk" */ "./load-desk.tsx");

const Screens = lazyChunk(async (app) => (await loadDesk()).loadDeskScreens(app), LoadingScreen);

// If it cannot be loaded, the header goes without it.
const Entry = lazyChunk((app) =>
  loadDesk()
    .then(({ loadDeskLink }) => loadDeskLink(app))
    .catch(() => ({ default: () => null })),
);

const useIsTutor = () => useSnapshot(useApp().session.state).level >= TUTOR_LEVEL;

/** The way to the desk in the header, for tutors and above. Nobody else loads it. */
export const DeskEntry = () => (useIsTutor() ? <Entry /> : null);

/** The tutors' desk: what waits for them, and the work on it. */
export const desk: Feature = {
  path: "/desk/*?",
  title: "desk.name",
  Screen: () => (useIsTutor() ? <Screens /> : <Redirect to="/" replace />),
  prefetch: () => undefined,
};
