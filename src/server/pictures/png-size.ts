const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Reads the size of a PNG in pixels from its first chunk. @returns null if it is none */
export const pngSize = (bytes: Buffer): { width: number; height: number } | null => {
  const isPng = bytes.length >= 24 && bytes.subarray(0, PNG.length).equals(PNG);
  if (!isPng || bytes.toString("latin1", 12, 16) !== "IHDR") return null;
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  return width > 0 && height > 0 ? { width, height } : null;
};
