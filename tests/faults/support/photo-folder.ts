import { appendFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { authorsFolder } from "../../server/support/content-source.ts";
import { photo } from "../../server/support/photos.ts";

export const PHOTOS = 4;

/** How many photos have their smaller forms, and how many wait for them. */
export const PHOTO_STATE = `select
  (select count(*) from source_version where state = 'published') as versions,
  (select state from job where kind = 'content-photos' order by id desc limit 1) as job,
  (select count(*) from job where state in ('waiting', 'running')) as open,
  (select count(*) from picture where recipe = 0) as waiting,
  (select count(distinct source) from picture_variant where type = 'image/webp') as converted`;

/** Content whose photos take a moment each. */
export const folderWithPhotos = async (): Promise<string> => {
  const folder = await authorsFolder();
  for (let at = 0; at < PHOTOS; at += 1) {
    await writeFile(path.join(folder, `PM/assets/photo-${at}.jpg`), await photo(400 + at, 100));
    await appendFile(path.join(folder, "PM/lessons/paper.md"), `\n![Photo](photo-${at}.jpg)\n`);
  }
  return folder;
};
