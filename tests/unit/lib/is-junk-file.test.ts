import { expect, test } from "vitest";
import { isJunkFile } from "../../../src/lib/is-junk-file.ts";

test.each([
  ...["Thumbs.db", "thumbs.DB", "PM/assets/Thumbs.db", "ehthumbs.db", "desktop.ini"],
  ...["Desktop.ini", "$RECYCLE.BIN/x", "System Volume Information/x"],
  ...[".DS_Store", "PM/.DS_Store", "._frame.svg", "__MACOSX/PM/._frame.svg", "__MACOSX/x"],
  ...["Icon\r", "PM/Icon\r", "Icon\uf00d", ".Spotlight-V100/x", ".Trashes/1", ".fseventsd/x"],
  ...["~$task.docx", "PM/~$task.docx", "~WRL0001.tmp", ".~lock.task.odt#", "task.md~", "~"],
  ...["#hem.md#", "hem.md.swp", ".hem.md.swp", "hem.swo", ".git/config", ".gitignore"],
  ...[".svn/entries", ".vscode/settings.json", "@eaDir/x.jpg/SYNOPHOTO", "#recycle/x"],
  ...["lost+found/x", ".nfs0001", ".directory", ".hidden"],
])("a file that a system or program has left behind is told by its name: %j", (path) =>
  expect(isJunkFile(path)).toBe(true),
);

test.each([
  ...["hem.md", "PM/assets/frame.svg", "thumbs.svg", "Thumbs.db.svg", "my desktop.ini.pdf"],
  ...["Icon", "icon.svg", "Icons/x.svg", "~frame.svg", "frame~1.svg", "a.b.svg", "x.tmp"],
  ...["#1.svg", "MACOSX/x", "git/x", "x.swf", "../x", "./x", "", "é.svg", "מחסר.svg"],
])("a file that a system or program has left behind is not any other: %j", (path) =>
  expect(isJunkFile(path)).toBe(false),
);
