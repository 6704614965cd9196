import type { Say } from "./problem-list.ts";

/** Ids of one sort of thing, each of which only one may have. */
export interface IdRegister {
  /** @param owner who has it from now on, as a message names it */
  claim(id: number, owner: string, say: Say): void;
}

/** @param what as a message names the sort: `lesson`, `course` */
export const createIdRegister = (what: string): IdRegister => {
  const owners = new Map<number, string>();
  return {
    claim: (id, owner, say) => {
      const known = owners.get(id);
      if (known === undefined) owners.set(id, owner);
      else say(`The ${what} id ${id} belongs to ${known} already.`);
    },
  };
};
