import type { Kysely } from "kysely";
import type { TreePlace } from "../../../../contract/staff-tree.ts";
import type { AuditAction } from "../../../../domain/audit.ts";
import type { SignedIn } from "../../../accounts/session/tokens.ts";
import type { Tables } from "../../../db/schema.ts";
import type { Services } from "../../../services.ts";
import { writeAsStaff } from "../../source/routes.ts";
import { openNumbers } from "./numbers.ts";
import type { Plan, PlanContext, Tree } from "./plan.ts";
import { readTree } from "./read-tree.ts";
import { assertSeen, NumbersTaken, preparePlan, writeTree } from "./write-tree.ts";

/** How often a change is planned again when others take numbers at the same time. */
const TRIES = 5;

interface TreeWork {
  readonly plan: (context: PlanContext) => Plan | Promise<Plan>;
  readonly seen: Parameters<typeof assertSeen>[2];
  readonly action: AuditAction;
  readonly place: TreePlace | null;
  /** Is called within the write. */
  readonly within?: (db: Kysely<Tables>, plan: Plan) => Promise<void>;
}

export const openTree = ({ database, store, catalogue }: Services): Promise<Tree> =>
  readTree({ read: database.read, store, catalogue: catalogue.current });

/**
 * Plans a change of the tree, and writes it in one change of the draft.
 * @returns what was done, and the name of the step, which is empty if nothing was changed
 * @throws HttpProblem, SourceConflict
 */
export const changeTree = async (
  services: Services,
  person: SignedIn,
  { plan: make, seen, action, place, within }: TreeWork,
): Promise<Plan & { readonly step: string }> => {
  const { database, store, catalogue } = services;
  for (let tries = 1; ; tries += 1) {
    const tree = await openTree(services);
    const isNew = action === "added";
    const series = isNew ? await openNumbers(database.read, tree, catalogue.current) : null;
    const numbers = series?.numbers ?? { lesson: never, course: never, product: never };
    const plan = await make({ tree, numbers });
    assertSeen(tree, plan, seen);
    const changes = await preparePlan({ database, store }, tree, plan);
    const name = nameOf(plan.place ?? place);
    try {
      let step = "";
      if (changes.length > 0) {
        const written = { changes, series, action, place: plan.place ?? place, name };
        await writeAsStaff(services, person, async (db, by) => {
          step = await writeTree(db, written, by);
          await within?.(db, plan);
        });
      }
      return { ...plan, step };
    } catch (reason) {
      if (!(reason instanceof NumbersTaken) || tries === TRIES) throw reason;
    }
  }
};

const never = (): number => {
  throw new Error("Only what is new gets a number");
};

/** What the record of changes calls it: its key. */
const nameOf = (place: TreePlace | null): string => {
  if (!place) return "";
  const { product, course, chapter, lesson, kind } = place;
  return { product, course, chapter, section: chapter, lesson }[kind] || product;
};
