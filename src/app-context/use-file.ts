import { useEffect, useState } from "react";
import type { Files } from "../core/files.ts";
import { useApp } from "./use-app.ts";

/**
 * The address of a file. It is valid while the component is mounted.
 * @returns undefined while it is loading, null when the file does not exist or cannot be fetched
 */
export const useFile = (
  kind: Parameters<Files["use"]>[0],
  product: string,
  title: string,
): string | null | undefined => {
  const { files } = useApp();
  const [url, setUrl] = useState<string | null | undefined>(title ? undefined : null);
  useEffect(() => {
    if (!title) return setUrl(null);
    let current = true;
    const handle = files.use(kind, product, title);
    void handle.url.then((value) => current && setUrl(value));
    return () => {
      current = false;
      handle.release();
    };
  }, [files, kind, product, title]);
  return url;
};
