import type { HonoRequest } from "hono";
import { createByteCache } from "../byte-cache.ts";
import type { CatalogueFile, CatalogueVariant } from "../content/catalogue-files.ts";
import { VARIANT_TYPES } from "../pictures/picture.ts";
import { Representation } from "../representation.ts";
import { type ByteSpan, contentFile, type Store } from "../store/store.ts";
import { matchesTag, negotiateEncoding, sendRepresentation, VARY } from "./answer.ts";
import { rangeOf, SANDBOX, sendStream } from "./send-stream.ts";
import type { MaybePromise } from "./serve-call.ts";

/** Whether a request names the format. A wildcard does not tell which formats a client supports. */
const accepts = (header: string, format: string): boolean =>
  header.split(",").some((part) => {
    const [type = "", ...parameters] = part.toLowerCase().split(";");
    return type.trim() === format && !parameters.some((each) => /^\s*q=0(\.0*)?\s*$/.test(each));
  });

/** The form of a film that a client has chosen among those that the ticket's answer names. */
const chooseFilm = ({ variants }: CatalogueFile, width: string): CatalogueVariant | undefined =>
  variants.find((form) => form.width === Number(width));

/**
 * The form of a photo or a film that suits a request: the smallest that is at least as wide as asked, in the best
 * format that the client names; of a film exactly the one that is asked for. The file itself if there is none, or
 * none yet, or if it is smaller.
 * @param width pixels, as the client sent it; absent: the file itself
 * @param accept the header
 */
export const chooseVariant = (
  file: CatalogueFile,
  width: string | undefined,
  accept: string | undefined,
): CatalogueFile | CatalogueVariant => {
  if (width === undefined || !/^[1-9]\d{0,4}$/.test(width)) return file;
  if (file.type.startsWith("video/")) return chooseFilm(file, width) ?? file;
  const { widths = [], variants, size } = file;
  const wanted = widths.find((each) => each >= Number(width)) ?? widths.at(-1);
  for (const format of VARIANT_TYPES) {
    if (!accepts(accept ?? "", format)) continue;
    const found = variants.find((form) => form.type === format && form.width === wanted);
    if (found && found.size < size) return found;
  }
  return file;
};

/**
 * Long enough for a student who returns to a lesson within the hour; a corrected file appears after
 * that.
 */
const CACHE_CONTROL = "private, max-age=3600, stale-while-revalidate=86400";
/** The next person at the computer may have other courses. */
const VARY_BY_READER = `${VARY}, Authorization, X-License`;
const HEADERS = { "Cache-Control": CACHE_CONTROL, Vary: VARY_BY_READER };
const HEADERS_OF_FORMS = { ...HEADERS, Vary: `${VARY_BY_READER}, Accept` };
/** Long enough for a picture that is fetched ahead. */
const HEADERS_BEFORE_FORMS = { ...HEADERS_OF_FORMS, "Cache-Control": "private, max-age=60" };
const COMPRESSED_HEADERS = {
  "Content-Security-Policy": SANDBOX,
  "Accept-Ranges": "bytes",
  ...HEADERS,
};

type SentFile = Pick<CatalogueFile, "type" | "size" | "checksum">;

/**
 * What the answer to a call is: a file that is the same for every client; a form of it, of which another `Accept`
 * would get another one; or the file as long as its forms are still to be made.
 */
type SentAs = "file" | "form" | "form to come";

const HEADERS_AS: Readonly<Record<SentAs, Readonly<Record<string, string>>>> = {
  file: HEADERS,
  form: HEADERS_OF_FORMS,
  "form to come": HEADERS_BEFORE_FORMS,
};

const COMPRESSIBLE = /^(text\/|image\/svg\+xml|application\/(json|xml|javascript))/;
/** A lesson has several small drawings, so the savings add up. */
const COMPRESSED_FROM = 256;
const MAX_COMPRESSED_BYTES = 512 * 1024;
const MAX_KEPT_BYTES = 8 * 1024 * 1024;
/** For a small file, a stream takes six times the processor time, most of it to collect garbage. */
const MAX_READ_BYTES = 64 * 1024;

const isCompressible = ({ type, size }: SentFile): boolean =>
  size > COMPRESSED_FROM && size <= MAX_COMPRESSED_BYTES && COMPRESSIBLE.test(type);

/** Sends the content's files: ranges, compressed where that helps, or 304. */
export const createFileSender = (store: Store) => {
  const kept = createByteCache<Representation>(MAX_KEPT_BYTES);

  const read = async ({ checksum, type }: SentFile): Promise<Representation> => {
    const whole = new Representation(type, await store.read(contentFile(checksum)), checksum);
    kept.set(checksum, whole);
    return whole;
  };

  const sendStored = async (
    request: HonoRequest,
    file: SentFile,
    isWhole: boolean,
    headers: Readonly<Record<string, string>>,
  ): Promise<Response> => {
    const key = contentFile(file.checksum);
    const isNew = !matchesTag(request.header("if-none-match"), file.checksum);
    const isRead = isWhole && isNew && file.size <= MAX_READ_BYTES;
    const bytes = isRead ? await store.read(key) : undefined;
    const open = (range: ByteSpan | null) => store.stream(key, range);
    return sendStream(request, { ...file, open, bytes }, headers);
  };

  /**
   * Synchronous for cached files, such as a lesson's drawings, so that many requests of an account
   * at once do not have to wait.
   * @throws HttpProblem 416 for a range after the end
   */
  return (request: HonoRequest, file: SentFile, as: SentAs): MaybePromise<Response> => {
    const isWhole = rangeOf(request, file) === null;
    const isCompressed =
      isWhole &&
      isCompressible(file) &&
      negotiateEncoding(request.header("accept-encoding")) !== null;
    if (!isCompressed) return sendStored(request, file, isWhole, HEADERS_AS[as]);
    const known = kept.get(file.checksum);
    return known
      ? sendRepresentation(request, known, COMPRESSED_HEADERS)
      : read(file).then((whole) => sendRepresentation(request, whole, COMPRESSED_HEADERS));
  };
};
