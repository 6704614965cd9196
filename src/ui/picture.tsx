import { useEffect, useRef, useState } from "react";
import styles from "./picture.module.css";

/** A file in use. Its URL is valid until it is released. */
interface PictureHandle {
  url: Promise<string | null>;
  release: () => void;
}

interface PictureProps {
  name: string;
  /** Fetches a picture by its name. Pass a stable function, or the picture is fetched again. */
  use: (name: string) => PictureHandle;
  alt: string;
  /** Shown if the picture cannot be fetched. */
  missing: string;
}

/** A picture that is fetched when it comes near the visible part of the page. */
export const Picture = ({ name, use, alt, missing }: PictureProps) => {
  const frame = useRef<HTMLSpanElement>(null);
  const [url, setUrl] = useState<string | null>();

  useEffect(() => {
    if (!frame.current) return;
    let handle: PictureHandle | undefined;
    let current = true;
    const observer = new IntersectionObserver(
      (seen) => {
        if (!seen.some((entry) => entry.isIntersecting)) return;
        observer.disconnect();
        handle = use(name);
        void handle.url.then((value) => current && setUrl(value));
      },
      { rootMargin: "300px" },
    );
    observer.observe(frame.current);
    return () => {
      current = false;
      observer.disconnect();
      handle?.release();
      setUrl(undefined);
    };
  }, [name, use]);

  return (
    <span ref={frame} className={styles.picture}>
      {url ? <img src={url} alt={alt} /> : null}
      {url === null ? <em>{missing}</em> : null}
    </span>
  );
};
