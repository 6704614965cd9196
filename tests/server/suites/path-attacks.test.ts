import { describe, expect, test } from "vitest";
import { isLong } from "../../../scripts/test/round.ts";
import { corporaPresent, corpusLines, WITHOUT_CORPORA } from "../support/corpora.ts";
import { openSchool, PMB } from "../support/test-school.ts";
import { PAGE, sharedWebApp } from "../support/web-app.ts";

const LISTS = [
  "JHADDIX_LFI.txt",
  "deep_traversal.txt",
  "directory_traversal.txt",
  "Linux-files.txt",
  "Windows-files.txt",
].map((name) => `patt-path-traversal/${name}`);

/** The long form of the tests takes every line; many differ only in how far they climb. */
const EVERY = isLong() ? 1 : 5;

const attacks = (): string[] =>
  [...new Set(corpusLines(...LISTS))].filter((_, at) => at % EVERY === 0);

/** What may stand for `{FILE}` in a list. */
const FILES = ["etc/passwd", "school.db", "windows/win.ini"];

/** Escapes the characters that the client refuses to send in a path. */
const sendable = (path: string): string =>
  path.replace(/[^\x21-\x7e]/g, (character) => encodeURIComponent(character.toWellFormed()));

/** Paths that climb. No database reads a path, so these run on one of them. */
const why = corporaPresent ? "" : ` (${WITHOUT_CORPORA})`;
describe.skipIf(!corporaPresent)(`a path from a list of attacks${why}`, () => {
  const school = openSchool.shared({ webDir: sharedWebApp() });

  test("a path from a list of attacks reads no file of the school or of the machine", async () => {
    const token = await school.token(await school.add({ level: 100 }));
    const names = attacks().flatMap((line) =>
      line.includes("{FILE}") ? FILES.map((file) => line.replace("{FILE}", file)) : [line],
    );
    for (const name of new Set(names)) {
      const asked = [
        `/api/assets/fetchData?product=PM&title=${encodeURIComponent(name)}`,
        `/api/assets/fetchData?product=PM&title=${sendable(name)}`,
        `/api/glossary/fetchImage?title=${sendable(name)}`,
        `/tls/${sendable(name)}`,
        `/tls/assets/${encodeURIComponent(name)}`,
      ];
      for (const rawPath of asked) {
        const answer = await school.call("/", { token, rawPath });
        // Dots in a path may lead out of /tls/ to the address that redirects there; 422 is for a NUL character.
        if (answer.status === 200) expect(answer.text).toBe(PAGE);
        else expect([302, 400, 404, 422], name).toContain(answer.status);
      }
    }
  });

  test("a path from a list of attacks reads no file outside those for use without a network", async () => {
    const { token } = await school.student({ course: PMB });
    const lines = attacks();
    expect(lines.length).toBeGreaterThan(100);
    for (const name of lines.flatMap((line) => [line, `assets/PM/${line}`])) {
      const read = "/api/files/read?language=en&path=";
      const raw = `${read}${name.replace(/[\s#\u0080-\uffff]/g, "")}`;
      const written = await school.call("", { token, rawPath: raw });
      const encoded = await school.call("", { token, rawPath: read + encodeURIComponent(name) });
      expect([name, written.status, encoded.status]).toEqual([
        ...[name, written.status === 400 ? 400 : 404, 404],
      ]);
    }
  });
});
