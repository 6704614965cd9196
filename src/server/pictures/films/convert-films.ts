import { mkdtemp, rm } from "node:fs/promises";
import path from "node:path";
import { shuffled } from "../../../lib/shuffled.ts";
import { type JobHandler, JobProblem } from "../../jobs/job-runner.ts";
import type { Services } from "../../services.ts";
import { reserveRoom } from "../../store/disk-reserve.ts";
import { fileChecksum } from "../../store/file-checksum.ts";
import { makePrivateFolder } from "../../store/private-files.ts";
import { contentFile } from "../../store/store.ts";
import { holdFiles } from "../../store/unused-files.ts";
import { keepConvertedFilm, tellOfPictures, waitingFilms } from "../picture-rows.ts";
import { convertFilm, FilmInterrupted, filmFormats, type MadeForm } from "./convert-film.ts";

const FILMS_FOLDER = "films";

/** Stores the forms, and protects them from the removal of unused files. */
const storeForms = async ({ store, database }: Services, forms: readonly MadeForm[]) => {
  const files = await Promise.all(
    forms.map(async ({ path: source, ...form }) => ({
      ...{ ...form, source },
      checksum: await fileChecksum(source),
    })),
  );
  await holdFiles(
    database,
    files.map(({ checksum }) => checksum),
  );
  await store.put(files.map((file) => ({ ...file, key: contentFile(file.checksum) })));
  return files.map(({ source: _, ...variant }) => variant);
};

/**
 * Makes the smaller forms of the published films that have none, one film at a time. Each is there at once, and
 * stays if the work is interrupted. A film during which ffmpeg was killed, or the disk was full, waits for another time.
 */
export const createFilmsJob =
  (ffmpeg?: string): JobHandler =>
  async ({ services, signal, progress, end }) => {
    const { database, store, dataDir, settings } = services;
    const formats = await filmFormats(ffmpeg);
    const workplace = path.join(dataDir, FILMS_FOLDER);
    // Only one such job goes on at a time, so what is there was left by a killed one.
    await rm(workplace, { recursive: true, force: true });
    await makePrivateFolder(workplace);
    const tried = new Set<string>();
    let done = 0;
    let interrupted = 0;

    const convert = async (source: string, size: number, onFurther: () => void) => {
      const folder = await mkdtemp(path.join(workplace, "film-"));
      let release: (() => void) | null = null;
      try {
        release = await reserveRoom(settings.current, 2 * size);
        const film = path.join(folder, "film");
        await store.layOut(contentFile(source), film);
        const made = await convertFilm({ film, folder, formats, signal, onFurther, ffmpeg });
        const variants = await storeForms(services, made.forms);
        await database.write(async (db) => {
          await keepConvertedFilm(db, source, { problem: made.problem, variants });
          await tellOfPictures(db);
        });
        done += 1;
      } catch (reason) {
        signal.throwIfAborted();
        // The next one may have its file, and room.
        if (reason instanceof FilmInterrupted) {
          services.log.warn(reason.message, { film: source });
        } else services.log.error("Converting a film failed", reason, { film: source });
        interrupted += 1;
      } finally {
        await rm(folder, { recursive: true, force: true });
        release?.();
      }
    };

    while (formats.size > 0) {
      // Others may have been published meanwhile.
      const films = (await waitingFilms(database.read)).filter(({ source }) => !tried.has(source));
      const [film] = shuffled(films);
      if (!film) break;
      tried.add(film.source);
      const total = done + interrupted + films.length;
      const further = () => progress(done, total);
      further();
      await convert(film.source, film.size, further);
      further();
    }
    if (interrupted > 0) throw new JobProblem("films/interrupted");
    await database.write((db) => end(db, { result: null }));
  };
