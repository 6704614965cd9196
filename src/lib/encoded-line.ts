import { Result } from "./result.ts";

/** Encodes bytes as base64url without padding. */
const toBase64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");

/** Decodes base64url. @throws DOMException if the text is not base64url */
export const fromBase64Url = (text: string): Uint8Array<ArrayBuffer> => {
  const base64 = text.replaceAll("-", "+").replaceAll("_", "/");
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
};

/**
 * The format of a value in one line of text, which can be sent by mail, printed or typed:
 * `NAME1.PAYLOAD.TAIL`, with the version after the name and the payload in base64url.
 */
interface LineFormat {
  /** In capital letters. */
  readonly name: string;
  readonly version: number;
  /** A regular expression for the tail, which is a checksum or a signature. */
  readonly tail: string;
}

export type LineFailure =
  /** The text contains no such line. */
  | "absent"
  /** The line was made by a newer or an older app or school. */
  | "other-version"
  /** The line is cut off or changed. */
  | "damaged";

interface EncodedLine {
  readonly payload: string;
  readonly tail: string;
}

const prefixOf = ({ name, version }: LineFormat): string => `${name}${version}.`;

/**
 * Finds a line of a format in a text. White space and other text around it are ignored, because
 * mail programs break long lines and add text.
 */
export const findLine = (format: LineFormat, text: string): Result<EncodedLine, LineFailure> => {
  const joined = text.replaceAll(/\s/g, "");
  const start = new RegExp(`${format.name}(\\d+)\\.`).exec(joined);
  if (!start) return Result.fail("absent");
  if (Number(start[1]) !== format.version) return Result.fail("other-version");
  const whole = new RegExp(`${prefixOf(format).replace(".", "\\.")}([\\w-]+)\\.(${format.tail})`);
  const [, payload, tail] = whole.exec(joined) ?? [];
  return payload && tail ? Result.ok({ payload, tail }) : Result.fail("damaged");
};

const encodePayload = (value: unknown): string =>
  toBase64Url(new TextEncoder().encode(JSON.stringify(value)));

/** Decodes the value of a payload; null if it is invalid. */
export const decodePayload = (payload: string): unknown => {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(fromBase64Url(payload)));
  } catch {
    return null;
  }
};

type Sha256 = (text: string) => string | Promise<string>;

const CHECKSUM_DIGITS = 16;

/** A format with a checksum, which detects mistakes but no forgery. */
export const checksumFormat = (name: string, version: number): LineFormat => ({
  name,
  version,
  tail: `[\\da-f]{${CHECKSUM_DIGITS}}`,
});

const checksum = async (format: LineFormat, payload: string, sha256: Sha256): Promise<string> =>
  (await sha256(prefixOf(format) + payload)).slice(0, CHECKSUM_DIGITS);

/** Encodes a value as a line with a checksum. @param format from `checksumFormat` */
export const encodeChecksumLine = async (
  format: LineFormat,
  value: unknown,
  sha256: Sha256,
): Promise<string> => {
  const payload = encodePayload(value);
  return `${prefixOf(format)}${payload}.${await checksum(format, payload, sha256)}`;
};

/** Finds and decodes a line with a checksum. @param format from `checksumFormat` */
export const decodeChecksumLine = async (
  format: LineFormat,
  text: string,
  sha256: Sha256,
): Promise<Result<unknown, LineFailure>> => {
  const found = findLine(format, text);
  if (!found.ok) return found;
  const { payload, tail } = found.value;
  if (tail !== (await checksum(format, payload, sha256))) return Result.fail("damaged");
  return Result.ok(decodePayload(payload));
};
