import * as v from "valibot";
import { checksum } from "./checksum.ts";
import { list, withDefault } from "./wire.ts";

/** Three numbers with dots between them, such as `1.10.0`. */
const version = v.pipe(v.string(), v.regex(/^\d{1,6}(\.\d{1,6}){2}$/));

/**
 * The claims about a file of the desktop app that the school signs. They are sent as one line: the
 * claims as base64url JSON, a dot, and the signature of the base64url text (see `licence`).
 */
export const release = v.object({
  /** Distinguishes it from everything else that the school signs with the same key. */
  kind: v.picklist(["release"]),
  name: v.pipe(v.string(), v.nonEmpty()),
  version,
  /** Bytes. */
  size: v.pipe(v.number(), v.integer(), v.minValue(1)),
  checksum,
  /** For the resources of an app: its `applicationId`, which identifies build and school. */
  application: v.nullish(v.string(), null),
  /** For the resources of an app: the fingerprint of the program that can run them. */
  shell: v.nullish(v.string(), null),
});

export type Release = v.InferOutput<typeof release>;

/** Release notes by language. */
export const releaseNotes = withDefault(v.record(v.string(), v.string()), {});

/**
 * The latest version of the desktop app, in the answer to `getContentChecksum`. Only our school
 * sends it.
 */
export const appNews = v.object({
  /** Changes with the fields below; a part of the answer's entity tag. */
  tag: v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/)),
  version,
  notes: releaseNotes,
  /** The app's resources, signed by the school. */
  packages: list(
    v.object({
      /** Relative to the file server's base address. */
      url: v.pipe(v.string(), v.regex(/^\/[^\\/]/)),
      /** A signed `release`. */
      signed: v.string(),
    }),
  ),
});

export type AppNews = v.InferOutput<typeof appNews>;
