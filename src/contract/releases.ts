import * as v from "valibot";
import { orElse } from "./wire.ts";

/** Three numbers with dots between them, such as `1.10.0`. */
const version = v.pipe(v.string(), v.regex(/^\d{1,6}(\.\d{1,6}){2}$/));

/**
 * What a school vouches for when it signs a file of the desktop app. It travels as one line: this as
 * JSON in base64url, a dot, and the signature of that part as it stands there (see `licence`).
 */
export const release = v.object({
  /** Keeps it apart from everything else that the school signs with the same key. */
  kind: v.literal("release"),
  /** Name of the file. */
  name: v.pipe(v.string(), v.nonEmpty()),
  version,
  /** Bytes. */
  size: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** SHA-256 of the bytes, lower-case hex. */
  checksum: v.pipe(v.string(), v.regex(/^[\da-f]{64}$/)),
  /** For the resources of an app: its `applicationId`, which names build and school. */
  application: v.nullish(v.string(), null),
  /** For the resources of an app: the fingerprint of the program that can run them. */
  shell: v.nullish(v.string(), null),
});

export type Release = v.InferOutput<typeof release>;

/** Release notes by language. */
export const releaseNotes = orElse(v.record(v.string(), v.string()), {});

/**
 * Our school's: news of the desktop app's latest version, in the answer to `getContentChecksum`.
 * A school that does not give it has no news.
 */
export const appNews = v.object({
  /** Changes with everything below; part of the answer's entity tag. */
  tag: v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/)),
  version,
  notes: releaseNotes,
  /** The app's resources, signed by the school. */
  packages: orElse(
    v.array(
      v.object({
        /** Relative to the file server's base address. */
        url: v.pipe(v.string(), v.regex(/^\/[^\\/]/)),
        /** A signed `release`. */
        signed: v.string(),
      }),
    ),
    [],
  ),
});

export type AppNews = v.InferOutput<typeof appNews>;
