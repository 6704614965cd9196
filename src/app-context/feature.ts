import type { ComponentType } from "react";
import type { MessageId } from "../i18n/message-id.ts";
import type { App } from "./app.ts";
import { type LoadChunk, lazyChunk } from "./chunk.ts";
import { LoadingScreen } from "./loading-screen.tsx";

/** A screen with an address of its own. */
export interface Feature {
  /** The address within the app, without parameters. */
  readonly path: string;
  /** The name of its menu entry. */
  readonly title: MessageId;
  /** A text beside its menu entry, with a badge. */
  readonly note?: MessageId;
  /** Whether its menu entry is only for people who may download the desktop app. */
  readonly onlyForDownloaders?: boolean;
  readonly Screen: ComponentType;
  /** Starts to fetch code and data in parallel, which saves a round trip. */
  readonly prefetch: (app: App) => void;
}

interface FeatureOptions extends Pick<Feature, "path" | "title" | "note" | "onlyForDownloaders"> {
  load: LoadChunk<object>;
  /** Prefetches the data that the screen requests first. */
  prefetchData?: (app: App) => void;
}

/** Creates a screen whose code, messages and styles are loaded when it is opened. */
export const createFeature = ({ load, prefetchData, ...feature }: FeatureOptions): Feature => {
  let isLoaded = false;
  return {
    ...feature,
    Screen: lazyChunk(load, LoadingScreen),
    prefetch(app) {
      // When the code is loaded, the screen fetches its own data without a delay.
      if (isLoaded) return;
      // The data first: with HTTP/1.1 a browser has six connections, and more requests wait.
      prefetchData?.(app);
      load(app).then(
        () => {
          isLoaded = true;
        },
        // The screen's own load fails too, and shows the error.
        () => undefined,
      );
    },
  };
};
