import { webVtt } from "../../domain/timed-texts.ts";
import { createByteCache } from "../byte-cache.ts";
import { sendRepresentation } from "../http/answer.ts";
import type { App } from "../http/route.ts";
import { SANDBOX, sendStream } from "../http/send-stream.ts";
import { HttpProblem } from "../problem.ts";
import { Representation } from "../representation.ts";
import type { Services } from "../services.ts";
import { contentFile } from "../store/store.ts";
import { captionsOfFilm, FILES, publicFiles } from "./public-files.ts";
import { readPublicSchool } from "./public-school.ts";
import {
  createSmallPictures,
  PAGE_LOGO,
  PAGE_PICTURE,
  SHARED_PICTURE,
  smallPicture,
} from "./small-picture.ts";

/** The address of a file changes with its bytes. */
const HEADERS = {
  "Cache-Control": "public, max-age=31536000, immutable",
  "Content-Security-Policy": SANDBOX,
  Vary: "Accept-Encoding",
};

/** What an address of a file names: a checksum, and a form of it. */
const NAME = /^([\da-f]{64})(?:-(page|share|[a-z]{2}))?(?:\.[a-z\d]{2,5})?$/;

/** Drawings are compressed once. */
const MAX_DRAWING_BYTES = 512 * 1024;
const MAX_KEPT_BYTES = 4 * 1024 * 1024;

const FORMS = { page: PAGE_PICTURE, share: SHARED_PICTURE } as const;

const notFound = () => new HttpProblem(404, "asset/not_found", "There is no such file");

/** Sends the files of public pages, and no others. */
export const publicFileRoutes = (app: App, services: Services): void => {
  const { catalogue, database, store } = services;
  const formOf = createSmallPictures(store);
  const kept = createByteCache<Representation>(MAX_KEPT_BYTES);

  const drawing = async (checksum: string, type: string): Promise<Representation> => {
    const known = kept.get(checksum);
    if (known) return known;
    const read = new Representation(type, await store.read(contentFile(checksum)), checksum);
    kept.set(checksum, read);
    return read;
  };

  const logo = async (name: string): Promise<Representation | null> => {
    const known = kept.get(name);
    const found = await readPublicSchool(services, catalogue.current);
    const picture = found?.logos.get(name);
    if (!picture) return null;
    if (known) return known;
    const isSmall = picture.bytes.length <= PAGE_LOGO.maxBytes || picture.type === "image/svg+xml";
    const { type, bytes } =
      (isSmall ? null : await smallPicture(picture.bytes, PAGE_LOGO)) ?? picture;
    const made = new Representation(type, bytes);
    kept.set(name, made);
    return made;
  };

  app.get(`${FILES}/:name`, async ({ req }) => {
    const name = req.param("name");
    if (name.startsWith("logo-")) {
      const found = await logo(name);
      if (!found) throw notFound();
      return sendRepresentation(req, found, HEADERS);
    }
    const [, checksum = "", form] = NAME.exec(name) ?? [];
    const shown = publicFiles(catalogue.current);
    if (form === "page" || form === "share") {
      const file = shown.pictures.get(checksum);
      const made = file && (await formOf(file, FORMS[form]));
      if (!made) throw notFound();
      return sendRepresentation(req, new Representation(made.type, made.bytes), HEADERS);
    }
    if (form !== undefined) {
      const film = shown.films.get(checksum);
      const texts = film && (await captionsOfFilm(database.read, film)).get(form);
      if (!texts) throw notFound();
      // Tutors change them, and the address stays.
      return sendRepresentation(req, new Representation("text/vtt", Buffer.from(webVtt(texts))), {
        ...HEADERS,
        "Cache-Control": "public, max-age=600",
      });
    }
    const picture = shown.pictures.get(checksum);
    const isDrawing = picture?.type === "image/svg+xml";
    const file = shown.files.get(checksum) ?? (isDrawing ? picture : undefined);
    if (!file) throw notFound();
    if (file.type === "image/svg+xml" && file.size <= MAX_DRAWING_BYTES) {
      return sendRepresentation(req, await drawing(checksum, file.type), HEADERS);
    }
    const open = (range: Parameters<typeof store.stream>[1]) =>
      store.stream(contentFile(checksum), range);
    const { type, size } = file;
    return sendStream(req, { type, size, checksum, open }, HEADERS);
  });
};
