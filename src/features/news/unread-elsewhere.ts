import { getMessages } from "../contract/messages.ts";
import { createResource } from "../core/create-resource.ts";
import { type Conversation, conversationsOf, unreadIn } from "../domain/conversations.ts";
import { Result } from "../lib/result.ts";
import type { App } from "./app.ts";
import { personIdOf } from "./person-id.ts";
import { serviceOf } from "./service.ts";

const create = (app: App) => {
  const personId = personIdOf(app);
  /** Fetches the inbox again; null while no screen has one. */
  let loadInbox: (() => Promise<void>) | null = null;
  /** The number that the school sent last. */
  let last = -1;
  const resource = createResource<{ count: number }, "unavailable">({
    async fetch(onNewer): Promise<Result<{ count: number }, "unavailable">> {
      // Our school sends the conversations with their numbers, any other all messages.
      const answer = await app.transport.send(getMessages, { query: { limit: 1 }, onNewer });
      if (!answer.ok) return Result.fail("unavailable");
      const { messages, conversations } = answer.value;
      const count = unreadIn(
        conversationsOf(messages, personId, false, conversations?.list ?? null),
      );
      const isNew = count !== last;
      last = count;
      if (!loadInbox) return Result.ok({ count });
      if (isNew) await loadInbox();
      return Result.ok(resource.state.value ?? { count });
    },
  });
  return {
    state: resource.state,
    /** Fetches the number again. */
    load: resource.refresh,
    /**
     * Call it when there is an inbox. From then on the number is that of the inbox, which is fetched again
     * when the school has another one.
     */
    follow(load: () => Promise<void>): void {
      loadInbox = load;
    },
    /** Call it when the inbox has changed. */
    show: (conversations: readonly Conversation[]): void =>
      resource.update(() => ({ count: unreadIn(conversations) })),
  };
};

/** The number of unread messages of the signed-in person. Several features share it. */
export const unreadOf = (app: App) => serviceOf(app, create);
