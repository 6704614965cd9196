/** Engines older than 2025 lack these; the type library names them later still. */
interface FastBase64 {
  toBase64?(this: Uint8Array): string;
}
interface FastBytes {
  fromBase64?(text: string): Uint8Array<ArrayBuffer>;
}

/** So many characters are made at once: a call has only so many arguments. */
const STEP = 0x8000;

/** Bytes as base64. */
export const toBase64 = (bytes: Uint8Array): string => {
  const fast = bytes as FastBase64;
  if (fast.toBase64) return fast.toBase64.call(bytes);
  let characters = "";
  for (let from = 0; from < bytes.length; from += STEP) {
    characters += String.fromCharCode(...bytes.subarray(from, from + STEP));
  }
  return btoa(characters);
};

/** The bytes that were written as base64. @throws a SyntaxError or DOMException where it is none */
export const fromBase64 = (text: string): Uint8Array<ArrayBuffer> => {
  const fast = Uint8Array as FastBytes;
  if (fast.fromBase64) return fast.fromBase64(text);
  const characters = atob(text);
  const bytes = new Uint8Array(characters.length);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = characters.charCodeAt(at);
  return bytes;
};
