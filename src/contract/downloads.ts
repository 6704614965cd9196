import * as v from "valibot";
import { UUID } from "../lib/uuid.ts";
import { call } from "./call.ts";
import { releaseNotes } from "./releases.ts";
import { list, orElse, text, type WireSchema } from "./wire.ts";

export const SYSTEMS = ["windows", "macos", "linux"] as const;

export type System = (typeof SYSTEMS)[number];

const installer = v.object({
  system: v.string(),
  version: text,
  /** Relative to the file server's base address, or an address of its own. */
  url: v.string(),
  /** Bytes. */
  size: orElse(v.number(), 0),
  /** SHA-256 of the bytes, hex. */
  checksum: text,
  /** A `release` that the school has signed, which vouches for the file; empty where it has not. */
  signature: text,
});

export type Installer = v.InferOutput<typeof installer>;

/** Our school's: the desktop app's installers. 403 for people who may not have them. */
export const getDownloads = call({
  method: "GET",
  path: "/downloads",
  answer: v.object({
    /** One for each system; none where the school offers none. */
    downloads: v.array(installer),
    /** All of the latest version for each system, where there are several kinds of packages. */
    packages: list(installer),
    /** What is new in the latest version, by language. */
    notes: v.fallback(releaseNotes, {}),
  }),
});

/** The number that activates the desktop app; false on error or where one may not have it. */
export const getSerialNumber = call({
  method: "POST",
  path: "/user/get-serial-number",
  body: v.object({ version: v.nullish(v.string(), "") }),
  answer: v.object({
    serialNumber: v.pipe(
      v.unknown(),
      v.transform((value) => (typeof value === "string" && UUID.test(value) ? value : null)),
    ) as WireSchema<string | false, string | null>,
  }),
});
