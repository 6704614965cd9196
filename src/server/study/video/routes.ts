import type * as v from "valibot";
import { getVideoTexts, postVideoTexts, putVideoTexts } from "../../../contract/video.ts";
import { TUTOR_LEVEL } from "../../../domain/roles.ts";
import { sortByTime, type TimedText } from "../../../domain/timed-texts.ts";
import { storedTitle } from "../../../domain/translated.ts";
import type { SignedIn } from "../../accounts/session/tokens.ts";
import { actorOf, recordChange } from "../../audit/record-change.ts";
import { content } from "../../http/answer.ts";
import { type App, route } from "../../http/route.ts";
import { required } from "../../page.ts";
import { HttpProblem, invalid } from "../../problem.ts";
import { recordVersion } from "../../record-version.ts";
import { isLanguageCode } from "../../server-texts.ts";
import type { Services } from "../../services.ts";
import type { FileAccess } from "../../store/serve/file-access.ts";
import { readingState } from "../reading.ts";
import { captionsIn, captionsInAny, findVideo, writeCaptions } from "./captions.ts";

type Sent = v.InferOutput<NonNullable<typeof putVideoTexts.body>>;

/**
 * The calls for the captions of videos. Everyone who may read the lesson reads them; tutors and
 * higher roles write them.
 */
export const videoRoutes = (app: App, services: Services, access: FileAccess): void => {
  const { database } = services;

  route(app, services, getVideoTexts, async ({ query, person }) => {
    const product = required(query, "product");
    const lesson = required(query, "lesson");
    const asset = required(query, "asset");
    const language = required(query, "language");
    const { current } = services.catalogue;
    const video = findVideo(current, product, lesson, asset);
    const tried = [language, current.language, "en"] as const;
    if (person.level < TUTOR_LEVEL) {
      (await readingState(services, database.read, person)).assertOpen(video.entry);
      // An open lesson may be named with the video of a closed one.
      await access.allowed({ kind: "person", person }, [video.file]);
    }
    return content(await captionsInAny(database.read, video, tried));
  });

  const write = async (
    { person, body }: { person: SignedIn; body: Sent },
    assertMayReplace: (present: readonly TimedText[]) => void,
  ) => {
    const { product, lesson, asset, language } = body;
    if (!isLanguageCode(language)) throw invalid("language", "must be a two-letter language code");
    const video = findVideo(services.catalogue.current, product, String(lesson), asset);
    const texts = sortByTime(body.texts);
    await database.write(async (db) => {
      await database.lockAccount(db, person.accountId);
      const present = await captionsIn(db, video, language);
      // The same captions again are a repeat after a lost answer.
      if (recordVersion(present) !== recordVersion(texts)) assertMayReplace(present);
      const { lesson: changed } = video.entry;
      const written = await writeCaptions(db, video, language, texts);
      if (!written) return;
      await recordChange(db, services.clock(), {
        ...{ actor: await actorOf(db, person.accountId), action: "changed", kind: "lesson" },
        ...{ subject: `${product}/${changed.key}`, name: storedTitle(changed.title, "") },
        details: { captions: language, video: asset },
      });
    });
    return { texts, language, version: recordVersion(texts) };
  };

  route(app, services, putVideoTexts, (asked) => {
    const { replaces } = asked.body;
    return write(asked, (present) => {
      if (typeof replaces !== "string" || recordVersion(present) === replaces) return;
      throw new HttpProblem(409, "video/texts_changed", "Somebody else has changed the captions");
    });
  });

  route(app, services, postVideoTexts, (asked) =>
    write(asked, (present) => {
      if (present.length === 0) return;
      throw new HttpProblem(409, "video/texts_exist", "There are captions in this language");
    }),
  );
};
