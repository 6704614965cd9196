import { expect, test } from "vitest";
import { createNewsLocale } from "../../../src/app/news-locale.ts";
import { openSignedIn } from "../support/open-app.ts";

const PLACE = "PUT /user/news/place";

const open = async () => {
  const { app, school, machine } = await openSignedIn();
  const tell = createNewsLocale(app.transport.send, machine.storage, 7);
  const bodies = () => school.bodies(PLACE);
  return { tell, school, bodies };
};

test("the school is told a person's language and zone once, and after a change", async () => {
  const { tell, school, bodies } = await open();
  school.answerWith(PLACE, {});
  await tell("en", "Europe/Athens");
  await tell("en", "Europe/Athens");
  await tell("he", "Europe/Athens");
  expect(bodies()).toEqual([
    { language: "en", zone: "Europe/Athens", week_start: null },
    { language: "he", zone: "Europe/Athens", week_start: null },
  ]);
});

test("a school that does not know such a call is not asked again, and one that is away is", async () => {
  const { tell, school, bodies } = await open();
  school.answer(PLACE, () => new Response("", { status: 503 }));
  await tell("en", "Europe/Athens");
  school.answer(PLACE, () => new Response("", { status: 404 }));
  await tell("en", "Europe/Athens");
  await tell("en", "Europe/Athens");
  expect(bodies()).toHaveLength(2);
});
