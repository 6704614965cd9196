/** The longer side in pixels and the JPEG quality, best first. The last still shows stitches. */
const STEPS = [
  [2560, 0.85],
  [2048, 0.82],
  [1600, 0.8],
  [1280, 0.75],
  [960, 0.7],
] as const;

const draw = (photo: ImageBitmap, longest: number, quality: number): Promise<Blob | null> => {
  const scale = Math.min(1, longest / Math.max(photo.width, photo.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(photo.width * scale));
  canvas.height = Math.max(1, Math.round(photo.height * scale));
  const context = canvas.getContext("2d");
  if (!context) return Promise.resolve(null);
  // JPEG has no transparency, so transparent areas become white.
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = "high";
  context.drawImage(photo, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", quality));
};

/**
 * Scales a photo down, turns it upright and encodes it as JPEG. Removes the camera's metadata, such as the location.
 * @param maxBytes the maximum size of the result
 * @returns null when the browser cannot read the photo, or cannot make it small enough
 */
export const shrinkPhoto = async (photo: Blob, maxBytes: number): Promise<Blob | null> => {
  const bitmap = await createImageBitmap(photo, { imageOrientation: "from-image" }).catch(
    () => null,
  );
  if (!bitmap) return null;
  try {
    for (const [longest, quality] of STEPS) {
      const smaller = await draw(bitmap, longest, quality);
      if (smaller && smaller.size > 0 && smaller.size <= maxBytes) return smaller;
    }
    return null;
  } finally {
    bitmap.close();
  }
};
