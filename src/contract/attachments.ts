import * as v from "valibot";
import { call } from "./call.ts";

/**
 * Only at our school: the kinds of files that may be sent, such as `jpeg`. Not every machine can read a HEIC,
 * and a photo that nobody could see is refused.
 */
export const getAttachmentKinds = call.get("/user/attachment-kinds", {
  answer: v.object({ kinds: v.array(v.string()) }),
});
