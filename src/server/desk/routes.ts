import {
  deleteDeskAnswer,
  deleteDeskClaim,
  getDeskCounts,
  getDeskHandIn,
  getDeskQueue,
  postDeskAnswer,
  putDeskClaim,
} from "../../contract/desk.ts";
import {
  deleteSavedComment,
  getSavedComments,
  postSavedComment,
  putSavedComment,
} from "../../contract/saved-comments.ts";
import { created } from "../http/answer.ts";
import { type App, route } from "../http/route.ts";
import { keyedRequest, writeOnce } from "../idempotent-write.ts";
import { parseId } from "../page.ts";
import type { Services } from "../services.ts";
import { answerHandIn, takeBackAnswer } from "./answer.ts";
import { claimHandIn, endClaim } from "./claims.ts";
import { addComment, changeComment, removeComment, savedComments } from "./comments.ts";
import { deskCounts } from "./counts.ts";
import { deskWork } from "./hand-in.ts";
import { deskQueue } from "./queue.ts";
import { visibleTo } from "./visible-rows.ts";

export const deskRoutes = (app: App, services: Services): void => {
  const { database, clock } = services;
  const { read } = database;

  route(app, services, getDeskQueue, async ({ person, query }) => {
    return deskQueue(services, person, query);
  });

  route(app, services, getDeskCounts, async ({ person }) => {
    return deskCounts(read, await visibleTo(services, read, person));
  });

  route(app, services, getDeskHandIn, async ({ person, params }) => {
    return deskWork(services, person, parseId(params.id));
  });

  route(app, services, putDeskClaim, async ({ person, params, body }) => {
    const takesOver = body.take_over === true;
    return { claim: await claimHandIn(services, person, parseId(params.id), takesOver) };
  });

  route(app, services, deleteDeskClaim, async ({ person, params }) => {
    await endClaim(services, person, parseId(params.id));
    return null;
  });

  route(app, services, postDeskAnswer, async ({ request, person, params, body, untilGone }) => {
    const id = parseId(params.id);
    return created(await answerHandIn(services, request, person, id, body, untilGone));
  });

  route(app, services, deleteDeskAnswer, async ({ person, params }) => {
    return takeBackAnswer(services, person, parseId(params.id));
  });

  route(app, services, getSavedComments, async ({ person }) => {
    return { comments: await savedComments(read, person) };
  });

  route(app, services, postSavedComment, async ({ request, person, body }) => {
    const keyed = keyedRequest(request, person, clock());
    const answer = await writeOnce(database, keyed, async (db) => ({
      comment: await addComment(database, db, person, body, clock()),
    }));
    return created(answer);
  });

  route(app, services, putSavedComment, async ({ person, params, body }) => {
    const comment = await database.write((db) =>
      changeComment(database, db, person, parseId(params.id), body, clock()),
    );
    return { comment };
  });

  route(app, services, deleteSavedComment, async ({ person, params }) => {
    await database.write((db) => removeComment(db, person, parseId(params.id), clock()));
    return null;
  });
};
