import { useMemo } from "react";
import { useApp } from "../../app-context/use-app.ts";

const KEY = "announcements-height.v1";

/**
 * The place of the announcements above the screen: as high as at the last visit, so that the screen
 * does not move when they come.
 */
export const usePlace = () => {
  const { storage } = useApp().machine;
  return useMemo(() => {
    const minBlockSize = Number(storage.get(KEY)) || 0;
    return {
      isTaken: minBlockSize > 0,
      style: { minBlockSize },
      remember: (height: number) => {
        if (height > 0) storage.set(KEY, String(height));
        else storage.remove(KEY);
      },
    };
  }, [storage]);
};

/** Keeps the place while the code of the announcements is being fetched. */
export const Place = () => <div style={usePlace().style} />;
