import { hash } from "node:crypto";
import { photoKind, pngSize } from "../pictures/photo-kind.ts";
import type { AuthorFolder } from "./author-folder.ts";
import { markOf, wrongValue } from "./problem-list.ts";
import { fileNameProblem } from "./referenced-files.ts";
import { drawingProblem } from "./safe-drawing.ts";
import type { SchoolIcon } from "./school.ts";
import type { YamlField, YamlFields } from "./yaml-field.ts";

/** It is sent with the school's name, also to those who see the light page. */
const MAX_DARK_LOGO_BYTES = 256 * 1024;
const MAX_ICON_BYTES = 64 * 1024;
/** Tabs show 16 pixels, at up to three times the density. */
const MIN_ICON_PIXELS = 48;
const MAX_ICON_PIXELS = 1024;
const MAX_TITLE = 60;
const MAX_SHORT_NAME = 12;

const wrongFile = (name: string) => markOf("file/wrong", name);

interface PictureFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Reads a picture of the school's folder. Reports a missing one, or one that is too large. */
const readBytes = async (
  field: YamlField,
  folder: AuthorFolder,
  atMost = Number.POSITIVE_INFINITY,
): Promise<PictureFile | null> => {
  const name = field.reference();
  if (name === null) return null;
  const wrong = fileNameProblem(name);
  const bytes = wrong === null ? await folder.bytes(name) : null;
  if (wrong !== null) field.say(wrong, markOf("file/misnamed", name));
  else if (bytes === null) {
    field.say(`There is no file "${name}" in the school's folder.`, markOf("file/missing", name));
  } else if (bytes.length > atMost) {
    const what = atMost / 1024;
    field.say(`"${name}" has ${Math.ceil(bytes.length / 1024)} kB: ${what} are allowed.`, {
      ...{ code: "file/too-large", values: { name, what } },
    });
  } else return { name, bytes };
  return null;
};

/** Whether a picture is a drawing by its name. Reports one that is not safe. */
const isDrawing = async ({ name, bytes }: PictureFile, field: YamlField): Promise<boolean> => {
  if (!/\.svg$/i.test(name)) return false;
  const problem = await drawingProblem(bytes.toString("utf8"));
  if (problem) field.say(`"${name}" ${problem}.`, wrongFile(name));
  return true;
};

/** @returns a PNG in base64, another picture as a `data:` address; empty where there is none */
const readLogo = async (
  field: YamlField | null,
  folder: AuthorFolder,
  atMost?: number,
): Promise<string> => {
  const file = field && (await readBytes(field, folder, atMost));
  if (!field || !file) return "";
  const { name, bytes } = file;
  const data = bytes.toString("base64");
  if (await isDrawing(file, field)) return `data:image/svg+xml;base64,${data}`;
  if (photoKind(bytes) === "jpeg") return `data:image/jpeg;base64,${data}`;
  if (!pngSize(bytes)) {
    field.say(`"${name}" is not a PNG, JPEG or SVG picture.`, wrongFile(name));
  }
  return data;
};

/** @returns the logo, and the one on dark ground, as `readLogo` */
export const readLogos = async (
  fields: YamlFields | undefined,
  folder: AuthorFolder,
): Promise<{ logo: string; dark: string }> => {
  const [logo, dark] = [fields?.maybe("logo") ?? null, fields?.maybe("logo_dark") ?? null];
  if (dark && !logo) {
    dark.say('"logo_dark" needs a "logo" for light ground.', markOf("field/missing", "logo"));
  }
  return {
    logo: await readLogo(logo, folder),
    dark: await readLogo(dark, folder, MAX_DARK_LOGO_BYTES),
  };
};

const iconType = async (file: PictureFile, field: YamlField): Promise<string> => {
  const { name, bytes } = file;
  if (await isDrawing(file, field)) return "image/svg+xml";
  const size = pngSize(bytes);
  const square = wrongValue(name, "square", `${MIN_ICON_PIXELS}–${MAX_ICON_PIXELS}`);
  if (!size) {
    field.say(`"${name}" is neither an SVG drawing nor a PNG picture.`, wrongFile(name));
  } else if (size.width !== size.height) {
    const message = `"${name}" is ${size.width} by ${size.height} pixels: an icon must be square.`;
    field.say(message, square);
  } else if (size.width < MIN_ICON_PIXELS || size.width > MAX_ICON_PIXELS) {
    field.say(
      `"${name}" is ${size.width} pixels wide: an icon has ${MIN_ICON_PIXELS} to ${MAX_ICON_PIXELS}.`,
      square,
    );
  }
  return "image/png";
};

export const readIcon = async (
  field: YamlField | null,
  folder: AuthorFolder,
): Promise<SchoolIcon | null> => {
  const file = field && (await readBytes(field, folder, MAX_ICON_BYTES));
  if (!file) return null;
  const type = await iconType(file, field);
  return {
    data: `data:${type};base64,${file.bytes.toString("base64")}`,
    tag: hash("sha256", file.bytes, "base64url").slice(0, 8),
  };
};

const readLine = (field: YamlField | null, atMost: number): string => {
  const text = field?.text()?.trim() ?? "";
  if (field?.isOneLine(text)) field.isWithin([...text].length, atMost);
  return text;
};

/** What titles of pages and the installed app call the school, and the name under its icon. */
export const readNames = (
  fields: YamlFields | undefined,
): { title: string; shortName: string } => ({
  title: readLine(fields?.maybe("title") ?? null, MAX_TITLE),
  shortName: readLine(fields?.maybe("short_name") ?? null, MAX_SHORT_NAME),
});
