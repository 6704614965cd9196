import { proxy, ref } from "valtio/vanilla";
import type { App } from "../../../app-context/app.ts";
import { createDraftResource, readIn } from "../../../app-context/draft-resource.ts";
import { personIdOf } from "../../../app-context/person-id.ts";
import { useService } from "../../../app-context/service.ts";
import { getSourceTexts, type SourceTexts } from "../../../contract/staff-editor.ts";
import {
  type ContentTree,
  getTree,
  MAX_TREE_TITLE,
  NEW_LESSONS,
  postTreeBegin,
  postTreeChange,
  postTreeRemoval,
  type TreeChange,
  type TreePlace,
  type TreeRemoval,
} from "../../../contract/staff-tree.ts";
import { createResource } from "../../../core/create-resource.ts";
import { sourceTextPath } from "../../../domain/source-text.ts";
import { type CallFailure, codeOf } from "../../../transport/call-failure.ts";
import { concerns, differencesOf, rebasedChange, type TreeDifference } from "./tree-conflict.ts";
import { createTreeMemory } from "./tree-memory.ts";
import { idOf, pathTo, productIn } from "./tree-model.ts";

/** The longest title, and what a new lesson may be. */
export const MAX_TITLE = MAX_TREE_TITLE;
export const LESSON_KINDS = NEW_LESSONS;

/** What somebody else has changed, and the change that was not made because of it. */
interface Conflict {
  readonly differences: readonly TreeDifference[];
  /** The change as it would be now; null if what it is about is gone. */
  readonly change: TreeChange | null;
}

/** The files that a change is decided by. */
const decidedBy = (tree: ContentTree, change: TreeChange) => {
  const places = change.do === "add" ? [change.under] : [change.place];
  if (change.do === "move") places.push(change.under);
  if (change.do === "copy" && change.into) places.push(change.into);
  const isOfSchool = places.some((place) => !place || place.kind === "product");
  const files = new Map<string, string | null>();
  if (isOfSchool) files.set("school.yaml", tree.checksum);
  for (const place of places) {
    const product = place && productIn(tree, place.product);
    if (!place || !product) continue;
    files.set(`${product.key}/course.yaml`, product.checksum);
    for (const key of [place.lesson, place.main]) {
      const lesson = product.lessons.find((each) => each.key === key);
      const path = sourceTextPath(
        { kind: "lesson", product: product.key, key, language: "" },
        "en",
      );
      if (lesson) files.set(path, lesson.checksum);
    }
  }
  return [...files].map(([path, checksum]) => ({ path, checksum }));
};

/** The content as a tree, what is open and chosen in it, and its changes. */
const createTreeService = (app: App) => {
  const { send } = app.transport;
  const memory = createTreeMemory(app.machine.storage, personIdOf(app));
  const resource = createDraftResource<ContentTree>(app, () => send(getTree));
  /** The texts of the school that stand beside the tree. */
  const texts = createResource<SourceTexts, CallFailure>({ fetch: () => send(getSourceTexts) });
  const state = proxy({
    /** The rows that are open, and the one that is chosen. */
    open: { ...memory.begun.open },
    chosen: memory.begun.chosen,
    isBusy: false,
    /** Why the last change was not made. */
    failure: null as CallFailure | null,
    conflict: null as Conflict | null,
    /** What others have done meanwhile, beside the change that was made. */
    others: [] as readonly TreeDifference[],
  });

  const show = (tree: ContentTree, place: TreePlace): void => {
    for (const id of pathTo(tree, place)) state.open[id] = true;
    state.chosen = idOf(place);
  };

  const settle = (answer: { tree: ContentTree; place: TreePlace | null }): void => {
    resource.update(() => answer.tree);
    if (answer.place) show(answer.tree, answer.place);
  };

  const order = async (change: TreeChange, isAgain: boolean): Promise<boolean> => {
    const tree = resource.state.value as ContentTree | null;
    if (!tree) return false;
    const body = { change: change as never, replaces: decidedBy(tree, change) };
    const answer = await send(postTreeChange, { body });
    if (answer.ok) {
      settle(answer.value);
      return true;
    }
    if (codeOf(answer.failure) !== "content/conflict") {
      state.failure = answer.failure;
      return false;
    }
    await resource.refresh();
    const now = resource.state.value as ContentTree | null;
    if (!now || resource.state.failure) {
      state.failure = answer.failure;
      return false;
    }
    const differences = differencesOf(tree, now);
    const next = rebasedChange(change, tree, now);
    if (next && !isAgain && !concerns(next, differences)) {
      state.others = ref(differences) as readonly TreeDifference[];
      return order(next, true);
    }
    state.conflict = ref({ differences, change: next }) as Conflict;
    return false;
  };

  /** @returns whether it was made */
  const change = async (wanted: TreeChange): Promise<boolean> => {
    if (state.isBusy) return false;
    Object.assign(state, { isBusy: true, failure: null, conflict: null, others: [] });
    try {
      return await order(wanted, false);
    } finally {
      state.isBusy = false;
    }
  };

  return {
    state,
    memory,
    resource,
    texts,
    change,
    show,

    /** Begins the content of an empty school. @returns whether it has begun */
    async begin(begin: {
      organisation: string;
      languages: string[];
      title: string;
      chapter: string;
      from: "empty" | "examples";
    }): Promise<boolean> {
      Object.assign(state, { failure: null });
      const answer = await send(postTreeBegin, { body: begin });
      if (answer.ok) {
        readIn(app, answer.value.tree.languages);
        memory.wantsFocus = true;
        settle(answer.value);
      } else if (codeOf(answer.failure) === "content/conflict") await resource.refresh();
      else state.failure = answer.failure;
      return answer.ok;
    },

    /** What a removal means to students; null if that is not known. */
    async removalOf(place: TreePlace): Promise<TreeRemoval | null> {
      const answer = await send(postTreeRemoval, { body: { place } });
      return answer.ok ? answer.value : null;
    },

    /** Call it when something else is begun: why the last change was not made says nothing of that. */
    forgetFailure(): void {
      state.failure = null;
    },

    toggle(id: string, isOpen: boolean): void {
      state.open[id] = isOpen;
    },

    choose(id: string): void {
      state.chosen = id;
    },

    /** Makes the change that a conflict has kept from being made. */
    async doAnyway(): Promise<void> {
      const { conflict } = state;
      state.conflict = null;
      if (conflict?.change) await change(conflict.change);
    },

    leaveIt(): void {
      state.conflict = null;
    },
  };
};

export type TreeService = ReturnType<typeof createTreeService>;

export const useTree = (): TreeService => useService(createTreeService);
