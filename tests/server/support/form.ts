import { heic, jpeg, png, webp } from "../../support/photos.ts";
import type { Asking } from "./client.ts";

const bytes = (length: number, start: readonly number[] | string): Buffer => {
  const beginning = Buffer.from(start as string, "latin1");
  return Buffer.concat([beginning, Buffer.alloc(Math.max(0, length - beginning.length), 0x20)]);
};

/** Files of each type, of exactly this length. */
export const FILES = {
  jpeg: (length = 300) => jpeg({ length }),
  png: (length = 300) => png({ length }),
  webp: (length = 300) => webp({ length }),
  heic: (length = 400) => heic({ length }),
  pdf: (length = 300) => bytes(length, "%PDF-1.7\n"),
  html: (length = 300) => bytes(length, "<!doctype html><script>alert(1)</script>"),
  empty: () => Buffer.alloc(0),
};

export interface FormPart {
  name: string;
  /** Written unchanged; undefined for a field that is not a file. */
  fileName?: string;
  body: string | Buffer;
}

export const BOUNDARY = "----the-form";

/** A multipart form as a browser writes it; without `end` it breaks off. */
export const formBytes = (parts: readonly FormPart[], end = `--${BOUNDARY}--\r\n`): Buffer =>
  Buffer.concat([
    ...parts.flatMap(({ name, fileName, body }) => [
      Buffer.from(
        `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${
          fileName === undefined
            ? ""
            : `; filename="${fileName}"\r\nContent-Type: application/octet-stream`
        }\r\n\r\n`,
      ),
      Buffer.from(body as string),
      Buffer.from("\r\n"),
    ]),
    Buffer.from(end),
  ]);

export const formRequest = (
  token: string,
  parts: readonly FormPart[],
  headers: Record<string, string> = {},
): Asking => ({
  method: "POST",
  token,
  body: formBytes(parts),
  headers: { "Content-Type": `multipart/form-data; boundary=${BOUNDARY}`, ...headers },
});
