import { expect, test } from "vitest";
import {
  outsideFilmAddress,
  outsideFilmOf,
  outsideFilmPlayer,
  parseOutsideFilm,
} from "../../../src/domain/outside-film.ts";

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

test.each([`youtube/${ID}&x=1`, "vimeo/1/../x", "other/1", "youtube/", "", "vimeo/1?x"])(
  "%j names no film",
  (named) => {
    expect(parseOutsideFilm(named)).toBeNull();
  },
);
