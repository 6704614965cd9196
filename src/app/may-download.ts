import { useSnapshot } from "valtio";
import { mayDownloadApp } from "../domain/app-download.ts";
import type { App } from "./create-app.ts";
import type { InsideServices } from "./create-inside.ts";

/** Whether whoever is signed in may have the desktop app, as far as is known by now. */
export const useMayDownload = (app: App, services: InsideServices): boolean => {
  const { user, level } = useSnapshot(app.session.state);
  const { organisation } = useSnapshot(app.organisation.state);
  const { groups } = useSnapshot(services.courses.state);
  return mayDownloadApp({
    level,
    serialNumber: user?.serialNumber ?? "",
    canDownloadApp: user?.canDownloadApp ?? false,
    downloadAvailable: organisation?.download_available ?? false,
    hasActiveCourse: groups.some(({ courses }) =>
      courses.some(({ state }) => state.kind === "active"),
    ),
  });
};
