import { decodeHTML } from "entities";
import type { SentLesson, SentProduct } from "../../contract/content.ts";
import type { CompiledSchool, SchoolFile } from "../content/school.ts";
import { SVG_TYPE } from "./minify-drawing.ts";
import { type Picture, widthsFor } from "./picture.ts";

type Pictures = ReadonlyMap<string, Picture>;

const keyOf = (kind: string, product: string | null, title: string): string =>
  `${kind}\n${product ?? ""}\n${title}`;

/** Replaces a drawing by its minified form. The author's file is not stored. */
const minified = (file: SchoolFile, picture: Picture): SchoolFile => {
  const [variant] = picture.variants;
  if (!variant) return file;
  const { size, checksum } = variant;
  return { ...file, size, checksum };
};

const IMAGE = /(<figure>)?(<img data-asset="([^"]*)")/g;

/**
 * The attributes with which a page reserves the picture's place and chooses a variant. They are the same before
 * and after the conversion of a photo, so that a page does not change by it.
 */
const attributesOf = ({ width, height }: Picture, isDrawing: boolean): string => {
  if (!(width > 0 && height > 0)) return "";
  const size = ` width="${Math.round(width)}" height="${Math.round(height)}"`;
  return isDrawing ? size : `${size} data-widths="${widthsFor(width).join(" ")}"`;
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
        const file = byName.get(keyOf("asset", product, decodeHTML(title)));
        const picture = file && pictures.get(file.checksum);
        if (!file || !picture) return found;
        const isDrawing = file.type === SVG_TYPE;
        // A drawing within a line fills the line, so it needs no size.
        if (isDrawing && !figure) return found;
        return `${figure ?? ""}${start}${attributesOf(picture, isDrawing)}`;
      })
      .replace(VIDEO, (found, title: string) => {
        const file = byName.get(keyOf("asset", product, decodeHTML(title)));
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
      return picture && file.type === SVG_TYPE ? minified(file, picture) : file;
    }),
    pictures: [...pictures.values()],
  };
};
