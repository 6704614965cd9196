import * as v from "valibot";

export const CHECKSUM = /^[\da-f]{64}$/;

/** SHA-256 of the bytes of a file, lower-case hex. */
export const checksum = v.pipe(v.string(), v.regex(CHECKSUM));

/** A file whose bytes were sent before (`putSourcePart`). */
export const sentFile = v.object({
  name: v.pipe(v.string(), v.maxLength(1000)),
  checksum,
  size: v.pipe(v.number(), v.integer(), v.minValue(1)),
});
