import type { Place } from "../../services/place.ts";
import type { Progress } from "../../services/progress.ts";
import type { Study } from "../../services/study.ts";
import type { TodayService } from "../../services/today.ts";

/** What the progress screen works with. */
export interface ProgressServices {
  study: Study;
  progress: Progress;
  place: Place;
  today: TodayService;
}
