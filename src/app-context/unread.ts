import { getMessages } from "../contract/messages.ts";
import { createResource } from "../core/create-resource.ts";
import { conversationsOf } from "../domain/conversations.ts";
import { Result } from "../lib/result.ts";
import type { App } from "./app.ts";
import { personIdOf } from "./person-id.ts";
import { serviceOf } from "./service.ts";

const create = (app: App) => {
  const personId = personIdOf(app);
  const resource = createResource<{ count: number }, "unavailable">({
    async fetch(onNewer) {
      // Our school sends the conversations with their numbers, any other all messages.
      const answer = await app.transport.send(getMessages, { query: { limit: 1 }, onNewer });
      if (!answer.ok) return Result.fail("unavailable");
      const { messages, conversations } = answer.value;
      const all = conversationsOf(messages, personId, false, conversations?.list ?? null);
      return Result.ok({ count: all.reduce((sum, { unread }) => sum + unread, 0) });
    },
  });
  let isUsed = false;
  return {
    state: resource.state,
    /** Fetches the number again. */
    load(): Promise<void> {
      isUsed = true;
      return resource.refresh();
    },
    /** Call it when messages have been read: fetches the number again if it is shown. */
    changed(): void {
      if (isUsed) void resource.refresh();
    },
  };
};

/** The number of unread messages of the signed-in person. Several features share it. */
export const unreadOf = (app: App) => serviceOf(app, create);
