import { useDesktop } from "../../app-context/use-app.ts";
import type { ContentImport } from "../../offline/content-import/content-import.ts";

/**
 * Imports content from a folder or a file.
 * @throws Error outside of the offline build
 */
export const useContentImport = (): ContentImport => {
  const { contentImport } = useDesktop();
  if (!contentImport) throw new Error("This component is only for the offline build.");
  return contentImport;
};
