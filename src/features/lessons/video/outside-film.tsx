import { useState } from "react";
import {
  FILM_SITE_NAMES,
  outsideFilmAddress,
  outsideFilmPlayer,
  parseOutsideFilm,
} from "../../../domain/outside-film.ts";
import { useText } from "../../../i18n/use-text.ts";
import styles from "./lesson-video.module.css";

interface OutsideFilmProps {
  /** The film as lessons name it, such as `vimeo/76979871`. */
  film: string;
  /** What it shows. */
  name: string;
}

/** A film at another company, which learns of the student only once they have asked to play it. */
export const OutsideFilm = ({ film: named, name }: OutsideFilmProps) => {
  const text = useText();
  const [isShown, setIsShown] = useState(false);
  const film = parseOutsideFilm(named);
  if (!film) return null;
  const site = FILM_SITE_NAMES[film.site];
  return (
    <>
      {isShown ? (
        <iframe
          className={styles.outside}
          src={outsideFilmPlayer(film)}
          title={name}
          sandbox="allow-scripts allow-same-origin allow-presentation"
          allow="autoplay; fullscreen; encrypted-media; picture-in-picture"
          // Without it YouTube plays nothing.
          referrerPolicy="strict-origin-when-cross-origin"
        />
      ) : (
        <div className={styles.stage}>
          <div className={styles.notice}>
            <strong>{name}</strong>
            <p>{text("video.outside", { site })}</p>
            <button type="button" className="button" onClick={() => setIsShown(true)}>
              {text("video.outside-play", { site })}
            </button>
          </div>
        </div>
      )}
      <p className={styles.line}>
        <a href={outsideFilmAddress(film)} target="_blank" rel="noopener noreferrer">
          {text("video.outside-open", { site })}
        </a>
      </p>
    </>
  );
};
