import mammoth from "mammoth";

/** A picture of a document, with the ending of its type. */
export interface WordPicture {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** What a lesson cannot show of a document. */
export interface LeftOut {
  readonly what: "picture" | "formula" | "other";
  readonly count: number;
}

interface ReadWord {
  readonly html: string;
  readonly pictures: readonly WordPicture[];
  readonly leftOut: readonly LeftOut[];
}

/** Browsers show no others; Word also has drawings of Windows and photos of scanners. */
const ENDINGS: Readonly<Record<string, string>> = {
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/gif": "gif",
  "image/webp": "webp",
  "image/svg+xml": "svg",
};

const TITLES = ["p[style-name='Title'] => h1:fresh", "p[style-name='Subtitle'] => p:fresh"];

const FORMULA = /\{http:\/\/schemas\.openxmlformats\.org\/officeDocument\/2006\/math\}/;
/** What the library says of parts of the text, and not of styles and settings, which are no loss. */
const IGNORED = /^An unrecognised element was ignored: /;

const countBy = (kinds: readonly LeftOut["what"][]): LeftOut[] =>
  (["picture", "formula", "other"] as const).flatMap((what) => {
    const count = kinds.filter((kind) => kind === what).length;
    return count > 0 ? [{ what, count }] : [];
  });

/**
 * Reads a Word document: headings, lists, tables, notes, bold and italic text, and pictures, in the HTML of the
 * library. What lies outside of the file is not fetched.
 * @returns `damaged` for what is no Word document, too
 */
export const readWord = async (bytes: Uint8Array): Promise<ReadWord | "damaged"> => {
  const pictures: WordPicture[] = [];
  const leftOut: LeftOut["what"][] = [];
  const convertImage = mammoth.images.imgElement(async (image) => {
    const ending = ENDINGS[image.contentType];
    const content = ending === undefined ? null : await image.readAsBuffer();
    if (!content || content.length === 0) {
      leftOut.push("picture");
      return { src: "" };
    }
    pictures.push({ name: `picture.${ending}`, bytes: new Uint8Array(content) });
    return { src: `picture:${pictures.length - 1}` };
  });
  try {
    const { value, messages } = await mammoth.convertToHtml(
      { buffer: Buffer.from(bytes) },
      { convertImage, styleMap: TITLES, externalFileAccess: false, ignoreEmptyParagraphs: true },
    );
    for (const { message } of messages) {
      if (FORMULA.test(message)) leftOut.push("formula");
      else if (IGNORED.test(message)) leftOut.push("other");
    }
    return { html: value, pictures, leftOut: countBy(leftOut) };
  } catch {
    // The library and those below it throw errors of many kinds for files that are damaged.
    return "damaged";
  }
};
