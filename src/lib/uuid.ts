/** A UUID of any version, in any case. */
export const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Creates a random UUID, version 4. @param randomHex returns that many random bytes as hex */
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
