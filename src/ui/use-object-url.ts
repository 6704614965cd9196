import { useEffect, useState } from "react";

/** The address of a file in this page, for as long as the component shows it; null until then, or for no file. */
export const useObjectUrl = (file: Blob | null): string | null => {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!file) return setUrl(null);
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
};
