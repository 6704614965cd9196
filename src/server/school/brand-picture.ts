import { pngSize } from "../pictures/photo-kind.ts";

/** A picture of a school's brand: a logo or an icon. */
export interface BrandPicture {
  readonly type: "image/png" | "image/jpeg" | "image/svg+xml";
  readonly bytes: Buffer;
  /** The size of a PNG in pixels; null for others. */
  readonly size: { readonly width: number; readonly height: number } | null;
}

const ADDRESS = /^(?:data:(image\/[a-z+]+);base64,)?/;

/**
 * Reads a picture of a school's brand.
 * @param data base64, with or without the `data:` prefix; PNG without
 * @returns null if it is none
 */
export const pictureOf = (data: string): BrandPicture | null => {
  const [prefix = "", type = "image/png"] = ADDRESS.exec(data) ?? [];
  const bytes = Buffer.from(data.slice(prefix.length), "base64");
  if (bytes.length === 0) return null;
  if (type === "image/svg+xml" || type === "image/jpeg") return { type, bytes, size: null };
  const size = pngSize(bytes);
  return size && { type: "image/png", bytes, size };
};
