import type { AppNews } from "../../../contract/releases.ts";
import { etagOf } from "../../representation.ts";
import type { InstallerFolder } from "./installer-folder.ts";

/**
 * The latest release in the installer folder, for apps that check for updates.
 * @returns null when the school offers no app
 */
export const readAppNews = async (installers: InstallerFolder): Promise<AppNews | null> => {
  const release = await installers.release();
  if (!release) return null;
  const news = {
    version: release.version,
    notes: await installers.notes(release.version),
    packages: release.resources.map(({ name, signature }) => ({
      url: `/downloads/${encodeURIComponent(name)}`,
      signed: signature,
    })),
  };
  return { tag: etagOf(JSON.stringify(news)), ...news };
};
