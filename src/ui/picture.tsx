import { useContext, useEffect, useLayoutEffect, useRef, useState } from "react";
import { EveryPicture } from "./every-picture.ts";
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
  const [isWanted, setWanted] = useState(false);
  const [url, setUrl] = useState<string | null>();
  const every = useContext(EveryPicture);

  useLayoutEffect(() => {
    if (every && !frame.current?.closest("[hidden]")) setWanted(true);
  }, [every]);

  useEffect(() => {
    if (!frame.current || isWanted) return;
    const observer = new IntersectionObserver(
      (seen) => {
        if (seen.some((entry) => entry.isIntersecting)) setWanted(true);
      },
      { rootMargin: "300px" },
    );
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, [isWanted]);

  useEffect(() => {
    if (!isWanted) return;
    let current = true;
    const handle = use(name);
    void handle.url.then((value) => current && setUrl(value));
    return () => {
      current = false;
      handle.release();
      setUrl(undefined);
    };
  }, [name, use, isWanted]);

  return (
    <span
      ref={frame}
      className={styles.picture}
      data-loading={isWanted && url === undefined ? "" : undefined}
    >
      {url ? <img src={url} alt={alt} /> : null}
      {url === null ? <em>{missing}</em> : null}
    </span>
  );
};
