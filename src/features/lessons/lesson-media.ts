import type { ComponentType, ReactNode } from "react";

/** A picture of a lesson, to be looked at closely. */
export interface ZoomPicture {
  url: string;
  /** For those who cannot see it. */
  name: string;
  caption: string;
  /** The language of both. */
  language: string;
  natural: { width: number; height: number };
}

/** A video that a lesson names. */
export interface LessonVideo {
  /** Tells it from the text's other videos. */
  key: string;
  /** Where it stands in the text. */
  host: HTMLElement;
  asset: string;
  /** Name of the picture to be seen before it plays. */
  poster: string | undefined;
  /** For those who cannot see it. */
  name: string;
}

export interface ZoomProps {
  picture: ZoomPicture;
  onClose: () => void;
}

export interface VideoProps extends Omit<LessonVideo, "key"> {
  product: string;
  lesson: string;
}

/** What is fetched when a lesson needs it. */
export interface LessonMedia {
  loadZoom: () => Promise<ComponentType<ZoomProps>>;
  /** What it gives shows a video. */
  loadVideo: () => Promise<(key: string, video: VideoProps) => ReactNode>;
  /** Told when the code of either did not arrive. */
  onFailure: () => void;
}
