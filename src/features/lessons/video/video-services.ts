import type { ComponentType } from "react";
import type { Drafts } from "../../../core/drafts.ts";
import type { Files } from "../../../core/files.ts";
import type { CaptionEditorProps } from "./caption-editor-props.ts";
import type { CaptionsService } from "./captions.ts";
import type { VideoFiles } from "./video-files.ts";
import type { VideoMemory } from "./video-memory.ts";

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
