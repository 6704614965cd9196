import { spawn } from "node:child_process";
import { stat } from "node:fs/promises";
import { setPriority } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import type { FilmFacts } from "../../../domain/film-facts.ts";
import { MEDIUM_FILM, SMALL_FILM } from "../../../domain/film-forms.ts";
import { filmProblem, isPlayable, readFilmFacts } from "./film-facts.ts";

type FilmFormat = FilmFacts["format"];

/** The lowest: a film is converted on time that nobody else needs. */
const NICENESS = 19;
const THREADS = "2";
/** A film of 8K. A file of a few kilobytes can pretend to be larger, and would take the memory of it. */
const MAX_PIXELS = String(36_000_000);
/** A form that saves less is left out. */
const MIN_SAVED = 0.1;
/** The words of ffmpeg that are kept. */
const MAX_SAID = 2000;

/** What ffmpeg says about a full disk, which says nothing about the film. */
const DISK_FULL = /No space left on device|Disk quota exceeded/;

/** The system, or somebody, has ended ffmpeg, or the disk is full: nothing is known about the film. */
export class FilmInterrupted extends Error {
  override name = "FilmInterrupted";
}

/** A form on this machine's disk. */
export interface MadeForm {
  /** Media type. */
  readonly type: string;
  /** The most pixels of its shorter side: see `film-forms.ts`. */
  readonly width: number;
  readonly path: string;
  /** Bytes. */
  readonly size: number;
}

interface FilmWork {
  /** On this machine's disk. */
  readonly film: string;
  /** An empty folder, in which the forms are put. */
  readonly folder: string;
  readonly formats: ReadonlySet<FilmFormat>;
  readonly signal?: AbortSignal;
  /** Called while it gets further. */
  readonly onFurther?: () => void;
  /** The program; absent: the system's. */
  readonly ffmpeg?: string;
}

const FFMPEG = "ffmpeg";

/** What ffmpeg is told for each form: for a line of 200 kbit/s, and for a good one. */
const ENCODING: Readonly<Record<FilmFormat, Readonly<Record<number, string>>>> = {
  mp4: {
    [SMALL_FILM]:
      "-c:v libx264 -profile:v main -b:v 140k -maxrate 170k -bufsize 340k -g 50 -fpsmax 25 -c:a aac -b:a 40k -ac 1 -movflags +faststart",
    [MEDIUM_FILM]:
      "-c:v libx264 -crf 23 -maxrate 1500k -bufsize 3000k -g 100 -fpsmax 50 -c:a aac -b:a 96k -ac 2 -movflags +faststart",
  },
  webm: {
    [SMALL_FILM]:
      "-c:v libvpx-vp9 -b:v 140k -maxrate 170k -cpu-used 4 -row-mt 1 -g 50 -fpsmax 25 -c:a libopus -b:a 32k -ac 1",
    [MEDIUM_FILM]:
      "-c:v libvpx-vp9 -crf 33 -b:v 1200k -cpu-used 4 -row-mt 1 -g 100 -fpsmax 50 -c:a libopus -b:a 80k -ac 2",
  },
};

/** The encoders without which a format cannot be made. */
const ENCODERS: Readonly<Record<FilmFormat, readonly string[]>> = {
  mp4: ["libx264", "aac"],
  webm: ["libvpx-vp9", "libopus"],
};

/** The formats that this machine's ffmpeg makes; none where it has no ffmpeg. */
export const filmFormats = async (ffmpeg = FFMPEG): Promise<ReadonlySet<FilmFormat>> => {
  const child = spawn(ffmpeg, ["-hide_banner", "-encoders"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  let list = "";
  child.stdout.on("data", (bytes) => {
    list += bytes;
  });
  await new Promise((resolve) => {
    child.once("error", resolve);
    child.once("close", resolve);
  });
  const encoders = new Set([...list.matchAll(/^ [VA]\S* (\S+)/gm)].map(([, name]) => name));
  return new Set(
    (["mp4", "webm"] as const).filter((each) => ENCODERS[each].every((name) => encoders.has(name))),
  );
};

/** Makes the shorter side as long as is asked, never longer than it is, and both sides even. */
const scaled = (shorter: number): string => {
  const own = (side: string) => `2*trunc(min(${shorter}\\,${side})/2)`;
  return `scale=w='if(gte(iw\\,ih)\\,-2\\,${own("iw")})':h='if(gte(iw\\,ih)\\,${own("ih")}\\,-2)',format=yuv420p`;
};

/**
 * The demuxer is named, and only files are opened: a text that is called a film could lead ffmpeg to other files
 * of the machine, or to other machines.
 */
const orders = (film: string, format: FilmFormat, forms: readonly Omit<MadeForm, "size">[]) => [
  ..."-nostdin -hide_banner -v error -progress pipe:1 -protocol_whitelist file".split(" "),
  ...["-max_pixels", MAX_PIXELS, "-f", format === "mp4" ? "mov" : "matroska", "-i", `file:${film}`],
  ...forms.flatMap(({ type, width, path: target }) => [
    // The first picture that is no cover, and its first sound.
    ..."-map 0:V:0 -map 0:a:0? -map_metadata -1 -map_chapters -1".split(" "),
    ...["-vf", scaled(width), "-threads", THREADS],
    ...(ENCODING[type === "video/mp4" ? "mp4" : "webm"][width]?.split(" ") ?? []),
    `file:${target}`,
  ]),
];

/** Runs ffmpeg. @returns null, or its last words if it has failed @throws FilmInterrupted, or the signal's reason */
const run = async (
  args: readonly string[],
  { ffmpeg = FFMPEG, signal, onFurther }: FilmWork,
): Promise<string | null> => {
  signal?.throwIfAborted();
  const child = spawn(ffmpeg, args, {
    stdio: ["ignore", "pipe", "pipe"],
    signal,
    killSignal: "SIGKILL",
  });
  const ended = new Promise<{ code: number | null; killedBy: string | null }>((resolve) => {
    child.once("error", (reason) => resolve({ code: null, killedBy: String(reason) }));
    child.once("close", (code, killedBy) => resolve({ code, killedBy }));
  });
  try {
    if (child.pid !== undefined) setPriority(child.pid, NICENESS);
  } catch {
    // It has ended already, or the system does not allow it.
  }
  let output = "";
  child.stderr.on("data", (bytes) => {
    output = `${output}${bytes}`.slice(-MAX_SAID);
  });
  let time = "";
  createInterface({ input: child.stdout }).on("line", (line) => {
    if (!line.startsWith("out_time=") || line === time) return;
    time = line;
    onFurther?.();
  });
  const { code, killedBy } = await ended;
  signal?.throwIfAborted();
  if (code === null) throw new FilmInterrupted(`ffmpeg was ended: ${killedBy}`);
  const full = code === 0 ? null : DISK_FULL.exec(output);
  if (full) throw new FilmInterrupted(full[0]);
  return code === 0 ? null : (output.trim().split("\n").at(-1) ?? "");
};

/**
 * Makes the smaller forms of a film: one of 240 lines for slow lines, and one of 720, each in the format of the film
 * where this machine makes it. A form that is hardly smaller is left out, unless browsers cannot play the film itself.
 * @returns the forms, or in words why there are none
 * @throws FilmInterrupted, the error of the disk, or what the signal gives as its reason
 */
export const convertFilm = async (
  work: FilmWork,
): Promise<{ readonly problem: string | null; readonly forms: readonly MadeForm[] }> => {
  const { film, folder, formats } = work;
  const facts = await readFilmFacts(film);
  const format = facts && (formats.has(facts.format) ? facts.format : [...formats][0]);
  if (!facts?.hasPicture || !format) return { problem: filmProblem(facts), forms: [] };
  const planned = [SMALL_FILM, MEDIUM_FILM].map((width) => ({
    ...{ type: `video/${format}`, width },
    path: path.join(folder, `${width}.${format}`),
  }));
  const failed = await run(orders(film, facts.format, planned), work);
  if (failed !== null) {
    // Where the school keeps its files is nothing for those who read this.
    const words = failed.replaceAll(`file:${folder}${path.sep}`, "");
    return { problem: `This film could not be converted (${words}).`, forms: [] };
  }
  const { size: whole } = await stat(film);
  const made = await Promise.all(
    planned.map(async (form) => ({ ...form, size: (await stat(form.path)).size })),
  );
  const isWorth = ({ size }: MadeForm) => size < whole * (1 - MIN_SAVED) || !isPlayable(facts);
  return { problem: null, forms: made.filter((form) => form.size > 0 && isWorth(form)) };
};
