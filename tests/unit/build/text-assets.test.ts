import { describe, expect, test } from "vitest";
import { hashTextAssets } from "../../../scripts/build/text-assets.ts";

const texts = {
  styles: { inside: ".menu{}", zoom: ".picture{}" },
  messages: {
    "entry-en": '{"skip.content":"Skip"}',
    "entry-de": '{"skip.content":"Weiter"}',
    "inside-en": '{"top.up":"Up"}',
    "inside-de": '{"top.up":"Hinauf"}',
    "zoom-en": '{"zoom.closer":"Closer"}',
    "zoom-de": '{"zoom.closer":"Näher"}',
    "video-en": '{"video.play":"Play"}',
    "video-de": '{"video.play":"Abspielen"}',
  },
};

/** The same texts except one. */
const withMessage = (name: string, text: string) => ({
  ...texts,
  messages: { ...texts.messages, [name]: text },
});
const withStyle = (name: string, text: string) => ({
  ...texts,
  styles: { ...texts.styles, [name]: text },
});

const withoutHash = (name: string) => name.replace(/\.[\da-f]{8}\./, ".");

/** The files that only the second build has, without their hashes. */
const renamed = (
  before: ReturnType<typeof hashTextAssets>,
  after: ReturnType<typeof hashTextAssets>,
) => [...after.files.keys()].filter((name) => !before.files.has(name)).map(withoutHash);

describe("the file names of messages and styles", () => {
  const first = hashTextAssets(texts, "inside");

  test("a changed text renames its own file, and the files that name it in the same language", () => {
    const next = hashTextAssets(withMessage("zoom-en", '{"zoom.closer":"Nearer"}'), "inside");
    expect(renamed(first, next)).toEqual(["zoom-en.json", "inside-en.json"]);
    expect(first.files.size).toBe(10);
  });

  test("a changed text in the page renames its own file only", () => {
    const next = hashTextAssets(withMessage("entry-de", '{"skip.content":"Los"}'), "inside");
    expect(renamed(first, next)).toEqual(["entry-de.json"]);
    expect(next.hashes).not.toEqual(first.hashes);
  });

  test("a changed style renames its own file, and the files that name it", () => {
    const next = hashTextAssets(withStyle("zoom", ".picture{margin:0}"), "inside");
    expect(renamed(first, next)).toEqual(["zoom.css", "inside-en.json", "inside-de.json"]);
    const inside = hashTextAssets(withStyle("inside", ".menu{margin:0}"), "inside");
    expect(renamed(first, inside)).toEqual(["inside.css"]);
  });

  test("the page names the first messages, and these name the messages of the screens inside", () => {
    expect(Object.keys(first.hashes).sort()).toEqual([
      "entry-de",
      "entry-en",
      "inside",
      "inside-de",
      "inside-en",
    ]);
    const { files } = JSON.parse(
      first.files.get(`inside-de.${first.hashes["inside-de"]}.json`) ?? "{}",
    );
    expect(Object.keys(files).sort()).toEqual(["video-de", "zoom", "zoom-de"]);
    expect(first.files.get(`zoom-de.${files["zoom-de"]}.json`)).toBe(texts.messages["zoom-de"]);
  });

  test("a page on the disk names all messages, whose file names stay the same", () => {
    const { files, hashes } = hashTextAssets(texts, "page");
    expect(Object.keys(hashes)).toHaveLength(10);
    expect(files.get(`inside-en.${hashes["inside-en"]}.json`)).toBe(texts.messages["inside-en"]);
  });
});
