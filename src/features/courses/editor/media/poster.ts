/** Lessons show films no wider. */
const MAX_WIDTH = 960;
/** The first pictures of a film are often black. */
const AT_SECONDS = 1;
/** A film that this browser cannot play gives no picture. */
const LONGEST_MS = 5000;

const arrived = (target: EventTarget, type: string): Promise<boolean> =>
  new Promise((resolve) => {
    const end = (event?: Event) => {
      clearTimeout(timer);
      resolve(event?.type === type);
    };
    const timer = setTimeout(end, LONGEST_MS);
    for (const each of [type, "error"]) target.addEventListener(each, end, { once: true });
  });

/**
 * The picture that is seen before a film plays: one from near its beginning.
 * @param address of the film on this machine
 * @returns null if the browser cannot play it
 */
export const posterOf = async (address: string, name: string): Promise<File | null> => {
  const video = Object.assign(document.createElement("video"), { muted: true, preload: "auto" });
  const isLoaded = arrived(video, "loadeddata");
  video.src = address;
  try {
    if (!(await isLoaded) || video.videoWidth === 0) return null;
    const isThere = arrived(video, "seeked");
    video.currentTime = Math.min(AT_SECONDS, video.duration / 10 || 0);
    if (!(await isThere)) return null;
    const scale = Math.min(1, MAX_WIDTH / video.videoWidth);
    const canvas = Object.assign(document.createElement("canvas"), {
      width: Math.round(video.videoWidth * scale),
      height: Math.round(video.videoHeight * scale),
    });
    canvas.getContext("2d")?.drawImage(video, 0, 0, canvas.width, canvas.height);
    const bytes = await new Promise<Blob | null>((resolve) =>
      canvas.toBlob(resolve, "image/jpeg", 0.8),
    );
    const stem = name.replace(/\.[^.]*$/, "");
    return bytes && new File([bytes], `${stem}.jpg`, { type: "image/jpeg" });
  } finally {
    video.removeAttribute("src");
    video.load();
  }
};
