import type { CaptionsService, VideoPlace } from "../../../services/captions.ts";
import type { Drafts } from "../../../services/drafts.ts";

export interface CaptionEditorProps {
  place: VideoPlace;
  captions: CaptionsService;
  drafts: Drafts;
  /** The playing position, in seconds. */
  time: () => number;
  onSaved: () => void;
}
