import { proxy } from "valtio/vanilla";
import type { Organisation } from "../contract/organisation.ts";
import type { Id } from "../contract/wire.ts";
import type { KeyValue } from "../platform/ports.ts";
import type { Send } from "../transport/transport.ts";
import { createStored } from "./stored.ts";

export interface OrganisationOptions {
  send: Send;
  storage: KeyValue;
  /** Whose brand is shown before anybody has signed in. */
  defaultId: Id;
  defaultName: string;
}

/** Fetched apart: the sign-in form does without the brand's details. Null where it does not arrive. */
const contract = () =>
  import(/* webpackChunkName: "brand" */ "../contract/organisation.ts").catch(() => null);

/** The school that brands header and footer. The last one seen is kept, so that it is there soon. */
export const createOrganisationService = (options: OrganisationOptions) => {
  const state = proxy({
    name: options.defaultName,
    organisation: null as Organisation | null,
  });

  type Contract = NonNullable<Awaited<ReturnType<typeof contract>>>;
  const storage = ({ organisation }: Contract) =>
    createStored(options.storage, "organisation.v1", organisation);

  const use = (value: Organisation) => {
    state.organisation = value;
    state.name = value.name || options.defaultName;
  };

  /** Asks the school; without an answer the brand stays as it is. */
  const load = async (id: Id | null): Promise<void> => {
    const code = await contract();
    if (!code) return;
    const answer = await options.send(code.getOrganisation, {
      params: { id: id ?? options.defaultId },
      onNewer: () => void load(id),
    });
    if (!answer.ok) return;
    use(answer.value.organization);
    storage(code).write(answer.value.organization);
  };

  return {
    state,
    /** The school of whoever belongs to none. */
    defaultId: options.defaultId,
    /** Shows the brand seen last. */
    async restore() {
      const code = await contract();
      const last = code && storage(code).read();
      if (last) use(last);
    },
    load,
  };
};

export type OrganisationService = ReturnType<typeof createOrganisationService>;
