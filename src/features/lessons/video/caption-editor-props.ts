import type { Drafts } from "../../../core/drafts.ts";
import type { CaptionsService, VideoPlace } from "./captions.ts";

export interface CaptionEditorProps {
  place: VideoPlace;
  captions: CaptionsService;
  drafts: Drafts;
  /** The playing position, in seconds. */
  time: () => number;
  onSaved: () => void;
}
