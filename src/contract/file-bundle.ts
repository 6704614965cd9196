import * as v from "valibot";
import { call } from "./call.ts";
import { boundedList } from "./wire.ts";

/* Many small files of the tree in one answer. Only our school knows this call. */

export const MAX_BUNDLE_NAMES = 1000;
/** The maximum sum of the files' bytes in an answer, before compression. */
export const MAX_BUNDLE_BYTES = 8 * 1024 * 1024;
/** A larger file is not bundled. */
export const MAX_BUNDLED_FILE_BYTES = 1024 * 1024;
export const BUNDLE_TYPE = "application/x-file-bundle";
/** The maximum bytes of a line, without its line feed: a name has at most 400 characters. */
export const MAX_BUNDLE_LINE_BYTES = 4096;

const names = v.pipe(
  boundedList(v.pipe(v.string(), v.nonEmpty(), v.maxLength(400)), MAX_BUNDLE_NAMES),
  v.nonEmpty(),
  v.check((sent) => new Set(sent).size === sent.length, "names each file once"),
);

export const fileBundleRequest = v.object({
  language: v.pipe(v.string(), v.maxLength(40)),
  names,
});

/**
 * The bytes of several files of the tree, in the order of their names. A line of JSON, which is a
 * `bundleLine`, precedes the bytes of each file. The last line is a `bundleEnd`; without it the
 * answer was cut off. The answer as a whole is compressed by an ordinary `Content-Encoding`.
 *
 * A file is left out if this person or licence may not have it, if it has more than
 * `MAX_BUNDLED_FILE_BYTES`, if the answer would have more than `MAX_BUNDLE_BYTES`, or if the school's
 * copy is damaged: `readFile` gives it, or tells why not.
 *
 * With a valid `ticket`, that of the tree, the body may have the type `text/plain`: then the request
 * needs no CORS preflight.
 */
export const getFileBundle = call.post("/files/bundle", {
  query: ["ticket"],
  body: fileBundleRequest,
  answer: "bytes",
});

/** Precedes the `size` bytes of a file. */
export const bundleLine = v.object({
  name: v.string(),
  size: v.pipe(v.number(), v.integer(), v.minValue(0)),
  /** SHA-256 of the bytes, lower-case hex. */
  checksum: v.string(),
});

/** The last line: the number of files in the answer. */
export const bundleEnd = v.object({ end: v.pipe(v.number(), v.integer(), v.minValue(0)) });
