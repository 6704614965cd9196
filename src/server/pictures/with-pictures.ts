import type { SentLesson, SentProduct } from "../../contract/content.ts";
import type { CompiledSchool, SchoolFile } from "../content/school.ts";
import { SVG_TYPE } from "./minify-drawing.ts";
import type { Picture, PictureVariant } from "./picture.ts";

type Pictures = ReadonlyMap<string, Picture>;

/** The format that every window of the desktop app shows. */
const OFFLINE_TYPE = "image/webp";

/** The files by kind, product and title. */
const keyOf = (kind: string, product: string | null, title: string): string =>
  `${kind}\n${product ?? ""}\n${title}`;

/** Replaces a drawing by its minified form. The author's file is not stored. */
const minified = (file: SchoolFile, picture: Picture): SchoolFile => {
  const [variant] = picture.variants;
  if (!variant) return file;
  const { size, checksum } = variant;
  return { ...file, size, checksum };
};

/**
 * The variant of a photo that the desktop app stores: the widest, which also serves the enlarged
 * view. Null for a download, which is sent unconverted.
 */
const offlineOf = (file: SchoolFile, { variants }: Picture): PictureVariant | null => {
  if (file.isDownload) return null;
  return variants.findLast(({ type }) => type === OFFLINE_TYPE) ?? null;
};

const IMAGE = /(<figure>)?(<img data-asset="([^"]*)")/g;

const SIGNS: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

const unescaped = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => SIGNS[name] ?? "");

/** The attributes with which a page reserves the picture's place and chooses a variant. */
const attributesOf = ({ width, height, variants }: Picture, isDrawing: boolean): string => {
  if (!(width > 0 && height > 0)) return "";
  const size = ` width="${Math.round(width)}" height="${Math.round(height)}"`;
  const widths = [...new Set(variants.map((variant) => variant.width))];
  return isDrawing || widths.length === 0 ? size : `${size} data-widths="${widths.join(" ")}"`;
};

const VIDEO = /<video data-asset="([^"]*)"/g;

/** The HTML of a page as it was before the pictures were prepared, so that it can be compared. */
export const withoutPictures = (html: string): string =>
  html
    .replace(/(<img data-asset="[^"]*") width="\d+" height="\d+"(?: data-widths="[\d ]*")?/g, "$1")
    .replace(/(<video data-asset="[^"]*") data-size="\d+"/g, "$1");

/**
 * Adds the prepared pictures to the school.
 * @param pictures by the checksum of the author's file
 */
export const withPictures = (school: CompiledSchool, pictures: Pictures): CompiledSchool => {
  const byName = new Map(
    school.files.map((file) => [keyOf(file.kind, file.product, file.title), file]),
  );

  const withSizes = (product: string, html: string): string =>
    html
      .replace(IMAGE, (found, figure: string | undefined, start: string, title: string) => {
        const file = byName.get(keyOf("asset", product, unescaped(title)));
        const picture = file && pictures.get(file.checksum);
        if (!file || !picture) return found;
        const isDrawing = file.type === SVG_TYPE;
        // A drawing within a line fills the line, so it needs no size.
        if (isDrawing && !figure) return found;
        return `${figure ?? ""}${start}${attributesOf(picture, isDrawing)}`;
      })
      .replace(VIDEO, (found, title: string) => {
        const file = byName.get(keyOf("asset", product, unescaped(title)));
        return file ? `${found} data-size="${file.size}"` : found;
      });

  const lesson = (product: string, { html, ...rest }: SentLesson): SentLesson => ({
    ...rest,
    html: html && {
      languages: Object.fromEntries(
        Object.entries(html.languages ?? {}).map(([language, { pages }]) => [
          language,
          { pages: pages.map((page) => ({ ...page, html: withSizes(product, page.html) })) },
        ]),
      ),
    },
  });

  const product = (content: SentProduct): SentProduct => ({
    ...content,
    lessons: Object.fromEntries(
      Object.entries(content.lessons).map(([key, entry]) => [
        key,
        lesson(content.props.key, entry),
      ]),
    ),
  });

  return {
    ...school,
    products: school.products.map(product),
    files: school.files.map((file) => {
      const picture = pictures.get(file.checksum);
      if (!picture) return file;
      if (file.type === SVG_TYPE) return minified(file, picture);
      const offline = offlineOf(file, picture)?.checksum;
      return offline === undefined ? file : { ...file, offline };
    }),
    // In a fixed order, so that the same content has the same checksum.
    pictures: [...pictures.values()].sort((a, b) => (a.source < b.source ? -1 : 1)),
  };
};
