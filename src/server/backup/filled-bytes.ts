import { isDamagedFile } from "../store/store-errors.ts";

const ZEROS = Buffer.alloc(65_536);

/**
 * The bytes of a file whose header has been written. A store may detect a damaged file only at its
 * end. Zeros then replace the rest.
 * @param onDamaged is called before the first zero
 */
export async function* filledBytes(
  bytes: AsyncIterable<Buffer>,
  size: number,
  onDamaged: () => void,
): AsyncGenerator<Buffer> {
  let left = size;
  try {
    for await (const piece of bytes) {
      left -= piece.length;
      yield piece;
    }
  } catch (reason) {
    if (!isDamagedFile(reason)) throw reason;
    onDamaged();
    for (; left > 0; left -= ZEROS.length) yield ZEROS.subarray(0, left);
  }
}
