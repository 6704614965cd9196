import type { Say } from "./problem-list.ts";

/** Makes sure that each id of one kind is used once. */
export interface IdRegister {
  /** @param owner the new owner of the id, as messages call it */
  claim(id: number, owner: string, say: Say): void;
}

/** @param what the kind as messages call it, such as `lesson` or `course` */
export const createIdRegister = (what: string): IdRegister => {
  const owners = new Map<number, string>();
  return {
    claim: (id, owner, say) => {
      const known = owners.get(id);
      if (known === undefined) owners.set(id, owner);
      else say(`The ${what} id ${id} already belongs to ${known}.`);
    },
  };
};
