import type { ComponentType } from "react";
import type { CaptionsService } from "../../../services/captions.ts";
import type { Drafts } from "../../../services/drafts.ts";
import type { Files } from "../../../services/files.ts";
import type { VideoFiles } from "../../../services/video-files.ts";
import type { VideoMemory } from "../../../services/video-memory.ts";
import type { CaptionEditorProps } from "./caption-editor-props.ts";

/** What a video works with. */
export interface VideoServices {
  files: Files;
  videoFiles: VideoFiles;
  captions: CaptionsService;
  memory: VideoMemory;
  drafts: Drafts;
  /** Fetches the code for writing captions; null for who may not: below tutors. */
  loadEditor: (() => Promise<ComponentType<CaptionEditorProps>>) | null;
  /** Told when code for writing them did not arrive. */
  onFailure: () => void;
}
