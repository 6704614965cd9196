import type { Place } from "../../core/place.ts";
import type { Progress } from "../../core/progress.ts";
import type { Study } from "../../core/study.ts";
import type { TodayService } from "./today.ts";

/** What the progress screen works with. */
export interface ProgressServices {
  study: Study;
  progress: Progress;
  place: Place;
  today: TodayService;
}
