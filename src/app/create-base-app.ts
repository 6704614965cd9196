import type { BaseApp, DesktopShell } from "../app-context/app.ts";
import { createOrganisationService } from "../core/organisation.ts";
import type { Transport } from "../transport/transport.ts";
import type { CoreServices } from "./create-core-services.ts";

export interface BaseAppOptions {
  organisation: { id: number; name: string };
  /** Where content comes from and where writes go; absent: the school. */
  transport?: Transport;
  /** See the options of the queue. */
  optimistic?: boolean;
  /** See the options of the courses. */
  closesExpiredCourses: boolean;
  /** The services of a desktop build; absent in a browser. */
  desktop?: DesktopShell;
}

/**
 * Creates the services that exist before anybody has signed in. Construction does no work: their
 * `boot` starts things.
 */
export const createBaseApp = (
  core: CoreServices,
  {
    organisation,
    transport = core.school,
    optimistic = false,
    closesExpiredCourses,
    desktop,
  }: BaseAppOptions,
): BaseApp => ({
  ...core,
  optimistic,
  closesExpiredCourses,
  transport,
  organisation: createOrganisationService({
    send: transport.send,
    storage: core.machine.storage,
    defaultId: organisation.id,
    defaultName: organisation.name,
  }),
  desktop: desktop ?? null,
});
