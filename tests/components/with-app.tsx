import type { ReactNode } from "react";
import type { App } from "../../src/app-context/app.ts";
import { AppContext } from "../../src/app-context/app-context.ts";
import type { Desktop } from "../../src/app-context/use-desktop.ts";
import type { OpenedDesktop } from "../../src/platform/ports.ts";

/** The services that a component in the desktop app uses. */
export interface DesktopServices extends Partial<Omit<App, "desktop">> {
  desktop: Partial<Omit<Desktop, "machine" | "hybrid">> & {
    machine?: Partial<OpenedDesktop>;
    hybrid?: Partial<NonNullable<Desktop["hybrid"]>>;
  };
}

/** A component with the services of the app that it uses; it gets no others. */
export const withApp = (services: Partial<App>, component: ReactNode) => (
  <AppContext value={services as App}>{component}</AppContext>
);

/** The same in the desktop app. */
export const withDesktop = ({ desktop, ...services }: DesktopServices, component: ReactNode) =>
  withApp({ ...services, desktop: desktop as Desktop }, component);
