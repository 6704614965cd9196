/** The longer side in pixels and the JPEG quality, best first. The last still shows stitches. */
const STEPS = [
  [2560, 0.85],
  [2048, 0.82],
  [1600, 0.8],
  [1280, 0.75],
  [960, 0.7],
] as const;

/** A photo that can be drawn, turned upright. */
interface Opened {
  readonly picture: ImageBitmap | HTMLImageElement;
  readonly width: number;
  readonly height: number;
  close(): void;
}

/**
 * Reads a photo as the page shows pictures. WebKit has no bitmap for the pixels of a large photo where it has a
 * picture for them, and since Safari 17 it shows HEIC.
 */
const openAsPicture = async (photo: Blob): Promise<Opened | null> => {
  const picture = new Image();
  picture.src = URL.createObjectURL(photo);
  const close = () => URL.revokeObjectURL(picture.src);
  try {
    await picture.decode();
    return { picture, width: picture.naturalWidth, height: picture.naturalHeight, close };
  } catch {
    close();
    return null;
  }
};

const open = async (photo: Blob): Promise<Opened | null> => {
  try {
    const picture = await createImageBitmap(photo, { imageOrientation: "from-image" });
    const { width, height } = picture;
    return { picture, width, height, close: () => picture.close() };
  } catch {
    return openAsPicture(photo);
  }
};

const draw = (photo: Opened, longest: number, quality: number): Promise<Blob | null> => {
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
  context.drawImage(photo.picture, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", quality));
};

/**
 * Scales a photo down, turns it upright and encodes it as JPEG. Removes the camera's metadata, such as the location.
 * @param maxBytes the maximum size of the result
 * @returns null when the browser cannot read the photo, or cannot make it small enough
 */
export const shrinkPhoto = async (photo: Blob, maxBytes: number): Promise<Blob | null> => {
  const opened = await open(photo);
  if (!opened) return null;
  try {
    for (const [longest, quality] of STEPS) {
      const smaller = await draw(opened, longest, quality);
      if (smaller && smaller.size > 0 && smaller.size <= maxBytes) return smaller;
    }
    return null;
  } finally {
    opened.close();
  }
};
