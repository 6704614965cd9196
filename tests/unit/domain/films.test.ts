import { expect, test } from "vitest";
import { authorForms, formFor } from "../../../src/domain/film-forms.ts";
import {
  outsideFilmAddress,
  outsideFilmOf,
  outsideFilmPlayer,
  parseOutsideFilm,
} from "../../../src/domain/outside-film.ts";

test("forms beside a film are known by its name, the smallest first", () => {
  const titles = [
    ...["pin.mp4", "pin.medium.mp4", "pin.small.mp4", "pin.SMALL.webm", "a/pin.small.mp4"],
    ...["pins.small.mp4", "hem.webm", "small.mp4", "pin.large.mp4"],
  ];
  const small = { width: 240, title: "pin.SMALL.webm" };
  const medium = { width: 720, title: "pin.medium.mp4" };
  expect([...authorForms(titles)]).toEqual([["pin.mp4", [small, medium]]]);
});

const SMALL = { width: 240, size: 10 };
const MEDIUM = { width: 720, size: 50 };

test.each([
  ["small", [SMALL, MEDIUM], SMALL],
  ["medium", [SMALL, MEDIUM], MEDIUM],
  ["whole", [SMALL, MEDIUM], null],
  ["small", [MEDIUM], MEDIUM],
  ["medium", [SMALL], null],
  ["small", [], null],
] as const)("the form for %s among %j", (chosen, forms, played) => {
  expect(formFor(forms, chosen)).toBe(played);
});

const ID = "dQw4w9WgXcQ";

test.each([
  [`https://www.youtube.com/watch?v=${ID}&t=42s&list=PL1`, `youtube/${ID}`],
  [`https://youtu.be/${ID}?si=abc`, `youtube/${ID}`],
  [`https://www.youtube-nocookie.com/embed/${ID}`, `youtube/${ID}`],
  ["https://vimeo.com/76979871/0a1b2c3d4e", "vimeo/76979871/0a1b2c3d4e"],
  ["https://player.vimeo.com/video/76979871?h=0a1b2c3d4e", "vimeo/76979871/0a1b2c3d4e"],
  [`http://youtu.be/${ID}`, null],
  [`https://youtube.com.example.org/watch?v=${ID}`, null],
  [`https://example.org/?https://youtu.be/${ID}`, null],
  [`https://www.youtube.com/watch?v=${ID}"><script>`, null],
  ["https://vimeo.com/76979871/../../x", null],
  ["javascript:alert(1)", null],
])("of %s the film is %s", (address, named) => {
  const film = outsideFilmOf(address);
  expect(film && `${film.site}/${film.id}`).toBe(named);
  if (!film || named === null) return;
  expect(parseOutsideFilm(named)).toEqual(film);
  expect(outsideFilmOf(outsideFilmAddress(film))).toEqual(film);
  expect(outsideFilmOf(outsideFilmPlayer(film))).toEqual(film);
});

test("a film has no name with anything more in it", () => {
  const others = [`youtube/${ID}&x=1`, "vimeo/1/../x", "other/1", "youtube/", "", "vimeo/1?x"];
  expect(others.filter((named) => parseOutsideFilm(named))).toEqual([]);
});
