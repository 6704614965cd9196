import { fromBase64Url, toBase64Url } from "./base64url.ts";
import { Result } from "./result.ts";

/**
 * A value in one line of text that survives mail, paper and typing: `MARK1.PAYLOAD.TAIL`, with the
 * version after the mark and the payload in base64url.
 */
export interface Mark {
  /** Capital letters. */
  readonly name: string;
  readonly version: number;
  /** What the tail is made of: a check sum, or a signature. */
  readonly tail: string;
}

export type LineFailure =
  /** There is no such line in the text. */
  | "absent"
  /** Made by a newer app or school, or by an older one. */
  | "other-version"
  /** Cut off, or changed on its way. */
  | "damaged";

export interface MarkedLine {
  readonly payload: string;
  readonly tail: string;
}

const startOf = ({ name, version }: Mark): string => `${name}${version}.`;

/**
 * Finds the line in a text. Mail programs break long lines and put words around them: white space
 * does not count, nor does what stands before and after.
 */
export const findLine = (mark: Mark, text: string): Result<MarkedLine, LineFailure> => {
  const joined = text.replaceAll(/\s/g, "");
  const start = new RegExp(`${mark.name}(\\d+)\\.`).exec(joined);
  if (!start) return Result.fail("absent");
  if (Number(start[1]) !== mark.version) return Result.fail("other-version");
  const whole = new RegExp(`${startOf(mark).replace(".", "\\.")}([\\w-]+)\\.(${mark.tail})`);
  const [, payload, tail] = whole.exec(joined) ?? [];
  return payload && tail ? Result.ok({ payload, tail }) : Result.fail("damaged");
};

/** A value as a payload. */
export const encodePayload = (value: unknown): string =>
  toBase64Url(new TextEncoder().encode(JSON.stringify(value)));

/** The value of a payload; null where it is none. */
export const decodePayload = (payload: string): unknown => {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(fromBase64Url(payload)));
  } catch {
    return null;
  }
};

type Sha256 = (text: string) => string | Promise<string>;

const CHECK_DIGITS = 16;

/** The mark of a line whose tail is a check sum: it shows slips, and keeps nobody from forging. */
export const checkedMark = (name: string, version: number): Mark => ({
  name,
  version,
  tail: `[\\da-f]{${CHECK_DIGITS}}`,
});

const checkSum = async (mark: Mark, payload: string, sha256: Sha256): Promise<string> =>
  (await sha256(startOf(mark) + payload)).slice(0, CHECK_DIGITS);

/** @param mark of `checkedMark` */
export const writeCheckedLine = async (
  mark: Mark,
  value: unknown,
  sha256: Sha256,
): Promise<string> => {
  const payload = encodePayload(value);
  return `${startOf(mark)}${payload}.${await checkSum(mark, payload, sha256)}`;
};

/** @param mark of `checkedMark` */
export const readCheckedLine = async (
  mark: Mark,
  text: string,
  sha256: Sha256,
): Promise<Result<unknown, LineFailure>> => {
  const found = findLine(mark, text);
  if (!found.ok) return found;
  const { payload, tail } = found.value;
  if (tail !== (await checkSum(mark, payload, sha256))) return Result.fail("damaged");
  return Result.ok(decodePayload(payload));
};
