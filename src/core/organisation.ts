import { proxy } from "valtio/vanilla";
import type { Organisation } from "../contract/organisation.ts";
import type { Id } from "../contract/wire.ts";
import { FALLBACK_LANGUAGE } from "../domain/languages.ts";
import type { KeyValue } from "../platform/ports.ts";
import type { Send } from "../transport/transport.ts";
import { createStored } from "./stored.ts";

interface OrganisationOptions {
  send: Send;
  storage: KeyValue;
  /** The school whose brand is shown before anybody has signed in. */
  defaultId: Id;
  defaultName: string;
  /** Called with the first language of each school that is shown. */
  onLanguage: (language: string) => void;
}

/** The brand of a school, as header, footer and titles show it. */
export interface Brand {
  name: string;
  organisation: Organisation | null;
  /** The media query that says whether the page is dark. */
  dark: string;
}

/**
 * Loaded separately, because the sign-in form does not need the details of the brand.
 * @returns undefined if the code could not be loaded
 */
const loadContract = () =>
  import(/* webpackChunkName: "brand" */ "../contract/organisation.ts").catch(() => undefined);

/**
 * The school whose brand is in the header and the footer. The last one is stored for the next
 * start.
 */
export const createOrganisationService = (options: OrganisationOptions) => {
  const state = proxy<Brand>({
    name: options.defaultName,
    organisation: null,
    dark: "(prefers-color-scheme:dark)",
  });

  type Contract = NonNullable<Awaited<ReturnType<typeof loadContract>>>;
  const storage = ({ organisation }: Contract) =>
    createStored(options.storage, "organisation.v1", organisation);

  const show = (value: Organisation) => {
    state.organisation = value;
    state.name = value.name || options.defaultName;
    options.onLanguage(value.language || FALLBACK_LANGUAGE);
  };

  /** Fetches the brand. If that fails, the present one stays. */
  const load = async (id: Id | null): Promise<void> => {
    const code = await loadContract();
    if (!code) return;
    const answer = await options.send(code.getOrganisation, {
      params: { id: id ?? options.defaultId },
      onNewer: () => void load(id),
    });
    if (!answer.ok) return;
    show(answer.value.organization);
    storage(code).write(answer.value.organization);
  };

  return {
    state,
    /** The school of people who have none of their own. */
    defaultId: options.defaultId,
    /** Shows the stored brand. */
    async restore() {
      const code = await loadContract();
      const last = code && storage(code).read();
      if (last) show(last);
    },
    load,
  };
};

export type OrganisationService = ReturnType<typeof createOrganisationService>;
