import type { ReactNode } from "react";
import type { Snapshot } from "valtio/vanilla";
import type { Brand } from "../../core/organisation.ts";
import styles from "./brand-bar.module.css";

/** The default logo: a skirt pattern piece with its fold. */
const Mark = () => (
  <svg viewBox="0 0 40 40" fill="none" stroke="currentColor" strokeWidth="2" aria-hidden="true">
    <path d="M6 34 14 6h12l8 28zM14 6l6 8 6-8" />
    <path d="M20 14v20" strokeDasharray="3 3" />
  </svg>
);

/** @param logo PNG in base64 */
const sourceOf = (logo: string): string =>
  logo.startsWith("data:image/") ? logo : `data:image/png;base64,${logo}`;

/** The header: the school's name and logo, and the children. */
export const BrandBar = ({
  brand: { name, organisation, dark },
  onHome,
  children,
}: {
  brand: Snapshot<Brand>;
  onHome: () => void;
  children: ReactNode;
}) => (
  <header className={styles.bar}>
    <div className={`wrap ${styles.row}`}>
      <a
        className={styles.brand}
        href="/tls/"
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          onHome();
        }}
      >
        {organisation?.logo ? (
          <picture>
            {organisation.logo_dark ? (
              <source media={dark} srcSet={sourceOf(organisation.logo_dark)} />
            ) : null}
            <img src={sourceOf(organisation.logo)} alt="" width="34" height="34" />
          </picture>
        ) : (
          <Mark />
        )}
        <span>{name}</span>
      </a>
      <div className={styles.tools}>{children}</div>
    </div>
  </header>
);
