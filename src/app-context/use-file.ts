import { useEffect, useState } from "react";
import type { Files } from "../core/files.ts";
import { useApp } from "./use-app.ts";

/**
 * The address of a file. It is valid while the component is mounted.
 * @param width the pixels that a photo needs; absent: what the kind of picture needs
 * @returns undefined while it is loading, null when the file does not exist or cannot be fetched
 */
export const useFile = (
  kind: Parameters<Files["use"]>[0],
  product: string,
  title: string,
  width?: number,
): string | null | undefined => {
  const { files } = useApp();
  const [url, setUrl] = useState<string | null | undefined>(title ? undefined : null);
  useEffect(() => {
    if (!title) return setUrl(null);
    let current = true;
    const handle = files.use(kind, product, title, width);
    void handle.url.then((value) => current && setUrl(value));
    return () => {
      current = false;
      handle.release();
    };
  }, [files, kind, product, title, width]);
  return url;
};
