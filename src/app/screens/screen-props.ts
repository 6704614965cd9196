import type { App } from "../create-app.ts";
import type { InsideServices } from "../create-inside.ts";

/** What every screen is made of. */
export interface ScreenProps {
  app: App;
  services: InsideServices;
  /** Opens a glossary entry over the screen. */
  onTerm: (term: string) => void;
}
