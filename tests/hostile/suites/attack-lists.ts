import { describe, test } from "vitest";
import { isLong } from "../../../scripts/test/round.ts";
import {
  corporaPresent,
  corpusLines,
  naughtyStrings,
  SQL_LISTS,
  WITHOUT_CORPORA,
} from "../../server/support/corpora.ts";
import { contractCalls, fillPath, nameOf } from "../support/contract-calls.ts";
import { expectSound } from "../support/expect-sound.ts";
import type { PreparedSchool } from "../support/prepared-school.ts";

const LISTS = [
  ...SQL_LISTS,
  "patt-path-traversal/JHADDIX_LFI.txt",
  "patt-path-traversal/deep_traversal.txt",
  "patt-path-traversal/directory_traversal.txt",
  "patt-path-traversal/Linux-files.txt",
  "patt-path-traversal/Windows-files.txt",
];

/** The short form takes every so many lines, so that each list is in it. */
const EVERY = isLong() ? 1 : 211;
const AT_ONCE = 8;

const lines = (): string[] =>
  [...naughtyStrings(), ...corpusLines(...LISTS)].filter((_, at) => at % EVERY === 0);

/** Every call with the lines of attacks. */
export const attackLists = (prepared: () => PreparedSchool): void => {
  describe.skipIf(!corporaPresent)(
    `with attack lists${corporaPresent ? "" : ` (${WITHOUT_CORPORA})`}`,
    () => {
      test("a school answers every line of the attack lists soundly, in every part of every call", async () => {
        const all = lines();
        const token = prepared().token("admin");
        const ask = async (what: string, path: string, method: string, json?: unknown) => {
          const asking = { method, token, ...(json === undefined ? {} : { json }) };
          expectSound(what, await prepared().served.sendRaw(path, asking));
        };
        for (const call of contractCalls.filter(({ path }) => path !== "/user/logout")) {
          for (let from = 0; from < all.length; from += AT_ONCE) {
            const round = all.slice(from, from + AT_ONCE).map(async (line) => {
              const text = encodeURIComponent(line.toWellFormed());
              const query = (call.query ?? []).map((each) => `${each}=${text}`).join("&");
              const path = `${fillPath(call, () => text)}?${query}`;
              // Each line in every field that may be a text.
              const entries = (call.body as { entries?: object } | undefined)?.entries ?? {};
              const fields = Object.fromEntries(Object.keys(entries).map((field) => [field, line]));
              await ask(`${nameOf(call)} ${line}`, path, call.method, call.body && fields);
            });
            await Promise.all(round);
          }
        }
      });
    },
  );
};
