/** The form of every UUID, whatever its version, in any case. */
export const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** A random UUID, version 4. @param randomHex gives that many random bytes, two digits a byte */
export const uuid = (randomHex: (bytes: number) => string): string => {
  const digits = randomHex(16);
  const variant = "89ab"[Number.parseInt(digits[16] ?? "0", 16) % 4];
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `4${digits.slice(13, 16)}`,
    `${variant}${digits.slice(17, 20)}`,
    digits.slice(20),
  ].join("-");
};
