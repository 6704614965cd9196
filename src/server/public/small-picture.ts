import type { Sharp } from "sharp";
import { createByteCache } from "../byte-cache.ts";
import type { CatalogueFile } from "../content/catalogue-files.ts";
import { NoConverter } from "../pictures/load-sharp.ts";
import { openPhoto } from "../pictures/open-photo.ts";
import { photoKind } from "../pictures/photo-kind.ts";
import { contentFile, type Store } from "../store/store.ts";
import { photoForm } from "./public-files.ts";

/** A form of a picture for a public page. */
interface SmallPicture {
  readonly type: string;
  readonly bytes: Buffer;
}

interface Form {
  /** The most pixels; it is never enlarged. */
  readonly width: number;
  readonly height?: number;
  /** Lower qualities are tried until it has at most as many bytes. */
  readonly maxBytes: number;
  readonly type: string;
  readonly encode: (image: Sharp, quality: number) => Sharp;
}

const QUALITIES = [76, 60, 45, 30, 15];

/** A page has at most 30 kB with it. */
export const PAGE_PICTURE: Form = {
  width: 480,
  maxBytes: 18 * 1024,
  type: "image/webp",
  encode: (image, quality) => image.webp({ quality, effort: 5 }),
};

/** For those who share the page: the programs that show it take no AVIF. */
export const SHARED_PICTURE: Form = {
  width: 960,
  maxBytes: 200 * 1024,
  type: "image/jpeg",
  encode: (image, quality) => image.flatten({ background: "#fff" }).jpeg({ quality }),
};

/** In the header of each page, for screens of twice the density. */
export const PAGE_LOGO: Form = {
  width: 320,
  height: 96,
  maxBytes: 5 * 1024,
  type: "image/webp",
  encode: (image, quality) => image.webp({ quality, effort: 5 }),
};

/** These come from the conversion of the content, so they are small, and safe to read. */
const LIMITS = { pixels: 4_000_000, bytes: 4 * 1024 * 1024, seconds: 10 };
const MAX_KEPT_BYTES = 4 * 1024 * 1024;

/**
 * Makes a form of a photo that is small already.
 * @returns null for a picture that cannot be read, or that no quality makes small enough
 */
export const smallPicture = async (
  photo: Buffer,
  { width, height, maxBytes, type, encode }: Form,
): Promise<SmallPicture | null> => {
  const kind = photoKind(photo);
  if (kind === null || photo.length > LIMITS.bytes) return null;
  try {
    const open = await openPhoto(photo, LIMITS);
    for (const quality of QUALITIES) {
      const image = open().resize({
        ...{ width, fit: "inside", withoutEnlargement: true },
        ...(height !== undefined && { height }),
      });
      const bytes = await encode(image, quality).toBuffer();
      if (bytes.length <= maxBytes) return { type, bytes };
    }
    return null;
  } catch (reason) {
    // A system without the library shows what is small enough as it is.
    if (reason instanceof NoConverter && photo.length <= maxBytes) {
      return { type: `image/${kind}`, bytes: photo };
    }
    return null;
  }
};

/** Makes the forms of the courses' pictures when they are asked for, and keeps them. */
export const createSmallPictures = (store: Store) => {
  const kept = createByteCache<{ made: SmallPicture | null; weight: number }>(MAX_KEPT_BYTES);
  const coming = new Map<string, Promise<SmallPicture | null>>();

  const make = async (checksum: string, form: Form, key: string): Promise<SmallPicture | null> => {
    const made = await smallPicture(await store.read(contentFile(checksum)), form);
    // What no quality makes small enough costs the most, and anybody may ask for it.
    kept.set(key, { made, weight: made?.bytes.length ?? 0 });
    return made;
  };

  /** @returns null for a photo whose smaller forms are still to be made, or that cannot be read */
  return async (file: CatalogueFile, form: Form): Promise<SmallPicture | null> => {
    const base = photoForm(file, form.width);
    if (file.isWaiting || base.size > LIMITS.bytes) return null;
    const key = `${base.checksum} ${form.width} ${form.type}`;
    const known = kept.get(key);
    if (known) return known.made;
    const making = coming.get(key) ?? make(base.checksum, form, key);
    coming.set(key, making);
    return making.finally(() => coming.delete(key));
  };
};
