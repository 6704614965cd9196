import type { AppNews } from "../../../contract/releases.ts";
import { etagOf } from "../representation.ts";
import type { InstallerShelf } from "./installer-shelf.ts";

/**
 * The latest release on the shelf, for apps that check for updates.
 * @returns null when the school offers no app
 */
export const readAppNews = async (shelf: InstallerShelf): Promise<AppNews | null> => {
  const release = await shelf.release();
  if (!release) return null;
  const news = {
    version: release.version,
    notes: await shelf.notes(release.version),
    packages: release.resources.map(({ name, signature }) => ({
      url: `/downloads/${encodeURIComponent(name)}`,
      signed: signature,
    })),
  };
  return { tag: etagOf(JSON.stringify(news)), ...news };
};
