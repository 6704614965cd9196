import { getAttachmentKinds } from "../contract/attachments.ts";
import { createAttachments } from "../core/attachments.ts";
import { shrinkPhoto } from "../ui/shrink-photo.ts";
import type { App } from "./app.ts";

/** The files that a person chooses to send with one hand-in or message. */
export const createAppAttachments = ({ transport }: Pick<App, "transport">) =>
  createAttachments({
    shrink: shrinkPhoto,
    async schoolReadsHeic() {
      const answer = await transport.send(getAttachmentKinds);
      return answer.ok && answer.value.kinds.includes("heic");
    },
  });
