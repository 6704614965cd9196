import type { Kysely } from "kysely";
import type { Tables } from "../../db/schema.ts";
import { type BrandPicture, pictureOf } from "../../school/brand-picture.ts";
import { ownOrganisation } from "../../school/own-organisation.ts";

/**
 * The address of the icon in the browser's tab, for all types of pictures. The build has the app's
 * own icon there, for schools without one and for other servers.
 */
export const ICON = "/tls/favicon.svg";

/**
 * Browsers ask for the icon again at every change of the address, and they use their own copy as long as
 * this. The app gives an icon that has changed a new address, so nobody who is signed in waits for it.
 */
export const ICON_CACHE = "public, max-age=86400";

/** The icon of the school that the server is for, the one with the lowest id; null if it has none. */
export const readIcon = async (db: Kysely<Tables>): Promise<BrandPicture | null> => {
  const row = await ownOrganisation(db).select("favicon").executeTakeFirst();
  return pictureOf(row?.favicon ?? "");
};
