import { useSnapshot } from "valtio";
import { useTitle } from "../ui/use-title.ts";
import { useBaseApp } from "./app-context.ts";

/** Sets the page's title: `SCREEN · ORGANISATION`. */
export const useScreenTitle = (screen: string): void => {
  const { name, organisation } = useSnapshot(useBaseApp().organisation.state);
  useTitle(screen, organisation?.title || name);
};
