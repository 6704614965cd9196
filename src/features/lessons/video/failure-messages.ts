import type { MessageId } from "../../../i18n/message-id.ts";
import type { SaveFailure } from "./captions.ts";
import type { VideoFailure } from "./video-files.ts";

/** The messages for a video that could not be loaded. */
export const videoFailureMessages = {
  "no-connection": "video-failure.no-connection",
  "not-there": "video-failure.not-there",
  "not-playable": "video-failure.not-playable",
} as const satisfies Record<VideoFailure["kind"], MessageId>;

/** Why captions were not saved. */
export const captionsFailureMessages = {
  "no-connection": "captions-failure.no-connection",
  "not-allowed": "captions-failure.not-allowed",
  "not-there": "captions-failure.not-there",
  "written-meanwhile": "captions-failure.written-meanwhile",
  "too-long": "captions-failure.too-long",
  "not-valid": "captions-failure.not-valid",
} as const satisfies Record<SaveFailure["kind"], MessageId>;
