import type { SentAnswer } from "../../../../contract/call.ts";
import {
  getTree,
  postTreeBegin,
  postTreeChange,
  postTreeRemoval,
  type TreeChange,
  type TreePlace,
} from "../../../../contract/staff-tree.ts";
import type { AuditAction } from "../../../../domain/audit.ts";
import type { SignedIn } from "../../../accounts/session/tokens.ts";
import { type App, route } from "../../../http/route.ts";
import type { Services } from "../../../services.ts";
import { contentRoute, writeAsStaff } from "../../source/routes.ts";
import { SourceConflict } from "../../source/source-rows.ts";
import { noSource } from "../../source/source-text.ts";
import { planBegin } from "./begin.ts";
import { openNumbers } from "./numbers.ts";
import type { Plan, PlanContext } from "./plan.ts";
import { planAdd } from "./plan-add.ts";
import { planCopy } from "./plan-copy.ts";
import { planCourse, planName } from "./plan-edit.ts";
import { planMove } from "./plan-move.ts";
import { planRemove } from "./plan-remove.ts";
import { readTree } from "./read-tree.ts";
import { removalOf } from "./removal.ts";
import { sentTree } from "./sent-tree.ts";
import { assertSeen, NumbersTaken, preparePlan, writeTree } from "./write-tree.ts";

const ACTIONS: Readonly<Record<TreeChange["do"], AuditAction>> = {
  ...{ add: "added", copy: "added", remove: "removed" },
  ...{ name: "changed", course: "changed", move: "changed" },
};

const planOf = (context: PlanContext, change: TreeChange): Plan => {
  switch (change.do) {
    case "add":
      return planAdd(context, change);
    case "copy":
      return planCopy(context, change.place);
    case "name":
      return planName(context.tree, change);
    case "course":
      return planCourse(context.tree, change);
    case "move":
      return planMove(context.tree, change);
    case "remove":
      return planRemove(context.tree, change.place);
  }
};

/** How often a change is planned again when others take numbers at the same time. */
const TRIES = 5;

interface Change {
  readonly plan: (context: PlanContext) => Plan;
  readonly seen: Parameters<typeof assertSeen>[2];
  readonly action: AuditAction;
  readonly place: TreePlace | null;
}

/** The calls for the tree of the content. */
export const staffTreeRoutes = (app: App, services: Services): void => {
  const { database, store, catalogue, clock } = services;
  const { read } = database;

  const open = () => readTree({ read, store, catalogue: catalogue.current });

  const write = async (
    person: SignedIn,
    { plan: make, seen, action, place }: Change,
  ): Promise<SentAnswer<typeof postTreeChange>> => {
    for (let tries = 1; ; tries += 1) {
      const tree = await open();
      const isNew = action === "added";
      const series = isNew ? await openNumbers(read, tree, catalogue.current) : null;
      const numbers = series?.numbers ?? { lesson: never, course: never, product: never };
      const plan = make({ tree, numbers });
      assertSeen(tree, plan, seen);
      const changes = await preparePlan({ database, store }, tree, plan);
      const name = nameOf(plan.place ?? place);
      try {
        if (changes.length > 0) {
          const written = { changes, series, action, place: plan.place ?? place, name };
          await writeAsStaff(services, person, (db, by) => writeTree(db, written, by));
        }
        return { tree: sentTree(await open()), place: plan.place };
      } catch (reason) {
        if (!(reason instanceof NumbersTaken) || tries === TRIES) throw reason;
      }
    }
  };

  route(app, services, getTree, async () => sentTree(await open()));

  contentRoute(app, services, postTreeChange, async ({ person, body }) => {
    const { change, replaces } = body;
    const place = change.do === "add" ? change.under : change.place;
    return write(person, {
      plan: (context) => {
        if (context.tree.state !== "ready") throw noSource();
        return planOf(context, change);
      },
      ...{ seen: replaces, action: ACTIONS[change.do], place },
    });
  });

  contentRoute(app, services, postTreeBegin, async ({ person, body }) =>
    write(person, {
      plan: (context) => {
        if (context.tree.state !== "empty") throw new SourceConflict(["school.yaml"]);
        return planBegin(context, body);
      },
      ...{ seen: [{ path: "school.yaml", checksum: null }], action: "added", place: null },
    }),
  );

  route(app, services, postTreeRemoval, async ({ body }) =>
    removalOf(read, await open(), body.place, clock()),
  );
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
