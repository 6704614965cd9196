import type { SentAnswer } from "../../../../contract/call.ts";
import {
  getTree,
  postTreeBegin,
  postTreeChange,
  postTreeRemoval,
  type TreeChange,
} from "../../../../contract/staff-tree.ts";
import type { AuditAction } from "../../../../domain/audit.ts";
import type { SignedIn } from "../../../accounts/session/tokens.ts";
import { type App, route } from "../../../http/route.ts";
import type { Services } from "../../../services.ts";
import { writeSchoolLanguages } from "../../import-school.ts";
import { contentRoute } from "../../source/routes.ts";
import { SourceConflict } from "../../source/source-rows.ts";
import { noSource } from "../../source/source-text.ts";
import { changeTree, openTree } from "./change-tree.ts";
import type { Plan, PlanContext } from "./plan.ts";
import { planAdd, planBegin } from "./plan-add.ts";
import { planCopy } from "./plan-copy.ts";
import { planCopyInto } from "./plan-copy-into.ts";
import { planCourse, planName } from "./plan-edit.ts";
import { planMove } from "./plan-move.ts";
import { planRemove } from "./plan-remove.ts";
import { removalOf } from "./removal.ts";
import { sentTree } from "./sent-tree.ts";
import { openTreeText } from "./write-tree.ts";

const ACTIONS: Readonly<Record<TreeChange["do"], AuditAction>> = {
  ...{ add: "added", copy: "added", remove: "removed" },
  ...{ name: "changed", course: "changed", move: "changed" },
};

const planOf = (
  { store }: Services,
  context: PlanContext,
  change: TreeChange,
): Plan | Promise<Plan> => {
  switch (change.do) {
    case "add":
      return planAdd(context, change);
    case "copy": {
      const { place, into } = change;
      if (!into) return planCopy(context, place);
      const open = async (path: string) => (await openTreeText(store, context.tree, path)).text;
      return planCopyInto(context, { place, into }, open);
    }
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

/** The calls for the tree of the content. */
export const staffTreeRoutes = (app: App, services: Services): void => {
  const { database, clock } = services;

  const write = async (
    person: SignedIn,
    work: Parameters<typeof changeTree>[2],
  ): Promise<SentAnswer<typeof postTreeChange>> => {
    const { place, step } = await changeTree(services, person, work);
    return { tree: sentTree(await openTree(services)), place, step };
  };

  route(app, services, getTree, async () => sentTree(await openTree(services)));

  contentRoute(app, services, postTreeChange, async ({ person, body }) => {
    const { change, replaces } = body;
    const place = change.do === "add" ? change.under : change.place;
    return write(person, {
      plan: (context) => {
        if (context.tree.state !== "ready") throw noSource();
        return planOf(services, context, change);
      },
      ...{ seen: replaces, action: ACTIONS[change.do], place },
    });
  });

  contentRoute(app, services, postTreeBegin, async ({ person, body }) => {
    const { step: _, ...answer } = await write(person, {
      plan: (context) => {
        if (context.tree.state !== "empty") throw new SourceConflict(["school.yaml"]);
        return planBegin(context, body);
      },
      ...{ seen: [{ path: "school.yaml", checksum: null }], action: "added", place: null },
    });
    // The forms ask for texts in the school's languages from now on, not from its first publication.
    await database.write((db) => writeSchoolLanguages(db, answer.tree.languages));
    return answer;
  });

  route(app, services, postTreeRemoval, async ({ body }) =>
    removalOf(database.read, await openTree(services), body.place, clock()),
  );
};
