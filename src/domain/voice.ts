/** The longest recording of an answer. */
export const MAX_VOICE_SECONDS = 120;

/** The most bytes of a recording: as of a file with a message. */
export const MAX_VOICE_BYTES = 2 * 1024 * 1024;

const startsWith = (bytes: Uint8Array, expected: readonly number[], at = 0): boolean =>
  expected.every((value, index) => bytes[at + index] === value);

/**
 * The media type and the extension of a recording: WebM or Ogg with Opus, or MP4 of Safari. Null for anything else.
 * @param bytes at least the first 12
 */
export const voiceKind = (
  bytes: Uint8Array,
): { readonly type: string; readonly extension: string } | null => {
  if (startsWith(bytes, [0x1a, 0x45, 0xdf, 0xa3])) return { type: "audio/webm", extension: "webm" };
  if (startsWith(bytes, [0x4f, 0x67, 0x67, 0x53])) return { type: "audio/ogg", extension: "ogg" };
  const isMp4 = startsWith(bytes, [0x66, 0x74, 0x79, 0x70], 4);
  return isMp4 ? { type: "audio/mp4", extension: "m4a" } : null;
};
