/** Methods that engines before 2025 lack, and that TypeScript's library does not declare yet. */
interface FastBase64 {
  toBase64?(this: Uint8Array): string;
}
interface FastBytes {
  fromBase64?(text: string): Uint8Array<ArrayBuffer>;
}

/** Characters per call of `fromCharCode`: the number of arguments is limited. */
const STEP = 0x8000;

export const toBase64 = (bytes: Uint8Array): string => {
  const fast = bytes as FastBase64;
  if (fast.toBase64) return fast.toBase64.call(bytes);
  let characters = "";
  for (let from = 0; from < bytes.length; from += STEP) {
    characters += String.fromCharCode(...bytes.subarray(from, from + STEP));
  }
  return btoa(characters);
};

/** Decodes base64. @throws a SyntaxError or DOMException if the text is not base64 */
export const fromBase64 = (text: string): Uint8Array<ArrayBuffer> => {
  const fast = Uint8Array as FastBytes;
  if (fast.fromBase64) return fast.fromBase64(text);
  const characters = atob(text);
  const bytes = new Uint8Array(characters.length);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = characters.charCodeAt(at);
  return bytes;
};
