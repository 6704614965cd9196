import type { Kysely } from "kysely";
import type { Tables } from "../../db/schema.ts";
import { pngSize } from "../../pictures/photo-kind.ts";
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

export interface Picture {
  readonly type: "image/png" | "image/svg+xml";
  readonly bytes: Buffer;
  /** The size of a PNG in pixels; null for a drawing. */
  readonly size: { readonly width: number; readonly height: number } | null;
}

const ADDRESS = /^(?:data:(image\/[a-z+]+);base64,)?/;

/**
 * Reads a picture of a school's brand.
 * @param data base64, with or without the `data:` prefix; PNG without
 * @returns null if it is none
 */
export const pictureOf = (data: string): Picture | null => {
  const [prefix = "", type = "image/png"] = ADDRESS.exec(data) ?? [];
  const bytes = Buffer.from(data.slice(prefix.length), "base64");
  if (bytes.length === 0) return null;
  if (type === "image/svg+xml") return { type, bytes, size: null };
  const size = pngSize(bytes);
  return size && { type: "image/png", bytes, size };
};

/** The icon of the school that the server is for, the one with the lowest id; null if it has none. */
export const readIcon = async (db: Kysely<Tables>): Promise<Picture | null> => {
  const row = await ownOrganisation(db).select("favicon").executeTakeFirst();
  return pictureOf(row?.favicon ?? "");
};
