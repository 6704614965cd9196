import type { ComponentType } from "react";
import type { MessageId } from "../i18n/message-id.ts";
import type { App } from "./app.ts";
import { type LoadChunk, lazyChunk } from "./chunk.ts";
import { LoadingScreen } from "./loading-screen.tsx";

/** A screen with an address of its own. */
export interface Feature {
  /** The address within the app, without parameters. */
  readonly path: string;
  /** Names its entry in a menu. */
  readonly title: MessageId;
  /** Said beside the entry, with a badge that draws attention to it. */
  readonly note?: MessageId;
  /** Whether only people who may have the desktop app get an entry. */
  readonly onlyForDownloaders?: boolean;
  readonly Screen: ComponentType;
  /** Fetches code and data in parallel: in sequence they would cost a second round trip. */
  readonly prefetch: (app: App) => void;
}

export interface FeatureOptions
  extends Pick<Feature, "path" | "title" | "note" | "onlyForDownloaders"> {
  /** Fetches the screen. */
  load: LoadChunk<object>;
  /** Asks for the data that the screen asks for first. */
  prefetchData?: (app: App) => void;
}

/** A screen whose code, messages and styles are fetched when somebody goes there. */
export const createFeature = ({ load, prefetchData, ...feature }: FeatureOptions): Feature => {
  let isLoaded = false;
  return {
    ...feature,
    Screen: lazyChunk(load, LoadingScreen),
    prefetch(app) {
      // A screen whose code is loaded fetches its own data.
      if (isLoaded) return;
      load(app).then(
        () => {
          isLoaded = true;
        },
        // The screen fails in the same way, and shows it.
        () => undefined,
      );
      prefetchData?.(app);
    },
  };
};
