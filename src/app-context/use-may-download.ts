import { useSnapshot } from "valtio";
import { mayDownloadApp } from "../domain/app-download.ts";
import { useApp } from "./use-app.ts";

/**
 * Whether the signed-in person may download the desktop app, according to the data loaded so far.
 */
export const useMayDownload = (): boolean => {
  const app = useApp();
  const { user, level } = useSnapshot(app.session.state);
  const { organisation } = useSnapshot(app.organisation.state);
  const { groups } = useSnapshot(app.courses.state);
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
