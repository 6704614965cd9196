import type { SentAnswer } from "../../../contract/call.ts";
import { postLessonFiles, postWordDocument } from "../../../contract/staff-lesson-files.ts";
import { type App, route } from "../../http/route.ts";
import { findFirstAnswer, keepAnswer, keyedRequest, repeated } from "../../idempotent-write.ts";
import { HttpProblem } from "../../problem.ts";
import type { Services } from "../../services.ts";
import { contentFile } from "../../store/store.ts";
import { contentRoute } from "../source/routes.ts";
import { missingFiles } from "../source/source-rows.ts";
import { noSource } from "../source/source-text.ts";
import { readInThread } from "./reading-thread.ts";
import { storeAll } from "./text-history.ts";
import { changeTree } from "./tree/change-tree.ts";
import { courseFile, type Plan, placeAt } from "./tree/plan.ts";
import { planImport } from "./tree/plan-import.ts";

/** The calls for lessons of what a school has already. */
export const lessonFileRoutes = (app: App, services: Services): void => {
  const { database, store, clock } = services;

  route(app, services, postWordDocument, async ({ body }) => {
    if ((await missingFiles(database, store, [body])).size > 0) {
      throw new HttpProblem(422, "content/missing_files", "The document has not been sent");
    }
    const bytes = await store.read(contentFile(body.checksum));
    const read = await readInThread("readWord", new Uint8Array(bytes));
    if (read === null) {
      throw new HttpProblem(413, "content/document_too_large", "The document is too much to read");
    }
    if (read === "damaged") {
      throw new HttpProblem(422, "content/not_a_document", "The file is no Word document");
    }
    const { html, pictures, leftOut } = read;
    const stored = await storeAll(
      database,
      store,
      pictures.map((picture) => Buffer.from(picture.bytes)),
    );
    return {
      html,
      pictures: pictures.map(({ name }, at) => ({ checksum: "", size: 0, ...stored[at], name })),
      left_out: [...leftOut],
    };
  });

  contentRoute(app, services, postLessonFiles, async ({ request, person, body }) => {
    const { product, place, lessons, replaces } = body;
    const keyed = keyedRequest(request, person, clock());
    const first = await findFirstAnswer(database.read, keyed);
    if (first) return repeated<SentAnswer<typeof postLessonFiles>>(first, keyed);
    const isLesson = (path: string) => path.startsWith(`${product}/lessons/`);
    const pathsOf = ({ work }: Plan) => work.map(({ path }) => path).filter(isLesson);
    const under = placeAt(
      place ? { kind: "section", product, ...place } : { kind: "product", product },
    );
    const plan = await changeTree(services, person, {
      plan: (context) => {
        if (context.tree.state !== "ready") throw noSource();
        return planImport(context, under, lessons);
      },
      seen: place ? [{ path: courseFile(product), checksum: replaces }] : [],
      ...{ action: "added", place: under },
      within: (db, made) => keepAnswer(db, keyed, { paths: pathsOf(made) }),
    });
    return { paths: pathsOf(plan) };
  });
};
