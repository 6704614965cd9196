import type { CSSProperties } from "react";
import { accentColours, accentProperties } from "../../domain/accent.ts";
import { useText } from "../../i18n/use-text.ts";
import { Field } from "../../ui/field.tsx";
import { Tape } from "../../ui/tape.tsx";
import styles from "./brand-sample.module.css";

interface BrandSampleProps {
  name: string;
  /** Empty: the app's own. */
  accent: string;
  /** The addresses of pictures; empty: none. */
  logos: Readonly<Record<"light" | "dark", string>>;
}

const THEMES = [
  ["light", "staff-school.brand-light"],
  ["dark", "staff-school.brand-dark"],
] as const;

/** As in `ui/base.css`: the page may have the colour that is published. */
const OWN_COLOURS = {
  "--chalk": "light-dark(#1f5f8b, #7cc0ee)",
  "--on-chalk": "light-dark(#fff, #0c1c28)",
  "--chalk-wash": "light-dark(#e4eef5, #1c3242)",
};

const Screens = ({ name, logo }: { name: string; logo: string }) => {
  const text = useText();
  const head = (
    <p className={styles.head}>
      {logo ? <img src={logo} alt="" /> : null}
      <bdi>{name}</bdi>
    </p>
  );
  return (
    <>
      <div className={styles.screen}>
        {head}
        <div className="sheet stitched">
          <Field label={text("authorization.name")} readOnly value="" />
          <span className="button">{text("authorization.sign-in")}</span>
        </div>
      </div>
      <div className={styles.screen}>
        {head}
        <div className="sheet">
          <p className={styles.title}>{text("staff-school.brand-sample-course")}</p>
          <Tape value={2} max={5} parts={5} label={text("staff-school.brand-sample-course")} />
          <p className={styles.chosen}>{text("staff-school.brand-sample-lesson")}</p>
        </div>
      </div>
      <div className={styles.screen}>
        {head}
        <div className="sheet">
          <p className={styles.title}>{text("staff-school.brand-sample-lesson")}</p>
          <p>
            {text("staff-school.brand-sample-text")}{" "}
            <span className={styles.link}>{text("staff-school.brand-sample-link")}</span>
          </p>
          <span className="button quiet">{text("lesson.next")}</span>
        </div>
      </div>
    </>
  );
};

/** The screens in both themes with the colours of the brand, and what becomes of its colour there. */
export const BrandSample = ({ name, accent, logos }: BrandSampleProps) => {
  const text = useText();
  const moved = THEMES.flatMap(([theme]) => {
    const colour = accent && accentColours(accent, theme).accent;
    return colour === accent ? [] : [{ theme, colour }];
  });
  const properties = (accent ? accentProperties(accent) : OWN_COLOURS) as CSSProperties;
  return (
    <>
      <section className={styles.themes} aria-label={text("staff-school.brand-sample")}>
        {THEMES.map(([theme, called]) => (
          <figure
            key={theme}
            className={styles.theme}
            style={{ ...properties, colorScheme: theme }}
          >
            <figcaption>{text(called)}</figcaption>
            <div className={styles.screens} inert>
              <Screens name={name} logo={logos[theme]} />
            </div>
          </figure>
        ))}
      </section>
      <div role="status">
        {accent && moved.length === 0 ? <p>{text("staff-school.brand-colour-stays")}</p> : null}
        {moved.map(({ theme, colour }) => (
          <p key={theme}>{text(`staff-school.brand-moved-${theme}`, { colour })}</p>
        ))}
      </div>
    </>
  );
};
