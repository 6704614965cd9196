import { WORKPLACE } from "../e2e/steps.ts";
import { activate, complete, hasItsPictures, openCourse } from "./steps.ts";
import { test } from "./webkit.ts";

test("content is imported from a stick, studied and kept without any network", async ({
  openApp,
  webkit: page,
  issueSerial,
  dataHome,
  exported,
  line,
}) => {
  const stick = await exported("stick.zip");
  const options = { build: "offline", school: line.url, dataHome } as const;
  const quit = await openApp(page, options);
  await activate(page, await issueSerial());
  await page.see("heading", "Import content");
  await line.cut();
  await page.giveFile("Choose file", stick);
  await page.seeText("The content has been imported.");
  await openCourse(page);
  await page.click("link", WORKPLACE.title);
  await page.see("heading", WORKPLACE.title);
  await hasItsPictures(page);
  await complete(page);
  await quit();

  await openApp(page, options);
  await page.see("button", "Completed");
});
