import * as v from "valibot";
import { call } from "./call.ts";
import { NEWS_MAILS, news } from "./news.ts";

/** Changes when the person is told what is new; what is absent stays. The answer is what is valid then. */
export const putNews = call.put("/user/news", {
  body: v.object({
    mail: v.optional(v.picklist(NEWS_MAILS)),
    /** The hour of the digest on the person's clocks. */
    hour: v.optional(
      v.pipe(
        v.number(),
        // Without `v.maxValue`, which would be a part of every sign-in.
        v.check((hour) => Number.isInteger(hour) && hour >= 0 && hour <= 23, "An hour of the day."),
      ),
    ),
    /** Whether a week without study is noticed. */
    idle: v.optional(v.boolean()),
  }),
  answer: v.object({ news }),
});
