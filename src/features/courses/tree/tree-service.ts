import { proxy, ref } from "valtio/vanilla";
import type { App } from "../../../app-context/app.ts";
import { createDraftResource, readIn } from "../../../app-context/draft-resource.ts";
import { personIdOf } from "../../../app-context/person-id.ts";
import { useService } from "../../../app-context/service.ts";
import { getSourceTexts, postUndo, type SourceTexts } from "../../../contract/staff-editor.ts";
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
  type TreeWords,
} from "../../../contract/staff-tree.ts";
import { createResource } from "../../../core/create-resource.ts";
import { sourceTextPath } from "../../../domain/source-text.ts";
import { type CallFailure, codeOf } from "../../../transport/call-failure.ts";
import { concerns, differencesOf, rebasedChange, type TreeDifference } from "./tree-conflict.ts";
import { createTreeMemory } from "./tree-memory.ts";
import { besideRemoved, idOf, pathTo, productIn, titlesOf } from "./tree-model.ts";

/** The longest title, and what a new lesson may be. */
export const MAX_TITLE = MAX_TREE_TITLE;
export const LESSON_KINDS = NEW_LESSONS;

/** What somebody else has changed, and the change that was not made because of it. */
interface Conflict {
  readonly differences: readonly TreeDifference[];
  /** The change as it would be now; null if what it is about is gone. */
  readonly change: TreeChange | null;
}

/** A change that was made, and can be taken back. */
interface TreeStep {
  /** Its name at the school. */
  readonly id: string;
  readonly what: "added" | "removed" | "moved" | "renamed" | "changed";
  readonly titles: TreeWords;
  /** Where it was before; of what is new, where it is. */
  readonly place: TreePlace | null;
}

const WHAT = {
  ...{ add: "added", copy: "added", remove: "removed" },
  ...{ move: "moved", name: "renamed", course: "changed" },
} as const satisfies Record<TreeChange["do"], TreeStep["what"]>;

/** Why a change can never be taken back. */
const LOST: readonly string[] = ["content/conflict", "content/unknown_version"];

/** Nobody goes further back in one go; the draft knows all of them. */
const MAX_STEPS = 50;

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
  const texts = createResource<SourceTexts, CallFailure>({ fetch: () => send(getSourceTexts) });
  const state = proxy({
    /** The rows that are open, and the one that is chosen. */
    open: { ...memory.begun.open },
    chosen: memory.begun.chosen,
    isBusy: false,
    failure: null as CallFailure | null,
    conflict: null as Conflict | null,
    /** What others have done meanwhile, beside the change that was made. */
    others: [] as readonly TreeDifference[],
    /** The changes that were made here, the last one at the end. */
    steps: [] as readonly TreeStep[],
    /** What is said of the last change. */
    said: null as { readonly step: TreeStep; readonly isUndone: boolean } | null,
  });

  const show = (tree: ContentTree, place: TreePlace): void => {
    for (const id of pathTo(tree, place)) state.open[id] = true;
    state.chosen = idOf(place);
  };

  const settle = (answer: { tree: ContentTree; place: TreePlace | null }): void => {
    resource.update(() => answer.tree);
    if (answer.place) show(answer.tree, answer.place);
  };

  const remember = (
    change: TreeChange,
    before: ContentTree,
    after: { readonly tree: ContentTree; readonly place: TreePlace | null; readonly step: string },
  ): void => {
    const { place, step: id } = after;
    if (id === "") return;
    const isNew = change.do === "add" || change.do === "copy";
    const at = isNew ? place : change.place;
    const titles = at ? titlesOf(isNew ? after.tree : before, at) : [];
    const step: TreeStep = { id, what: WHAT[change.do], titles, place: at };
    state.steps = ref([...state.steps.slice(1 - MAX_STEPS), step]) as readonly TreeStep[];
    state.said = ref({ step, isUndone: false }) as typeof state.said;
  };

  const order = async (change: TreeChange, isAgain: boolean): Promise<boolean> => {
    const tree = resource.state.value as ContentTree | null;
    if (!tree) return false;
    const body = { change: change as never, replaces: decidedBy(tree, change) };
    const answer = await send(postTreeChange, { body });
    if (answer.ok) {
      remember(change, tree, answer.value);
      settle(answer.value);
      const next =
        change.do === "remove" ? besideRemoved(tree, answer.value.tree, change.place) : null;
      if (next) show(answer.value.tree, next);
      return true;
    }
    if (codeOf(answer.failure) !== "content/conflict") {
      state.failure = answer.failure;
      return false;
    }
    await resource.refresh();
    const now = resource.state.value as ContentTree | null;
    if (!now || resource.state.failure) {
      state.failure = resource.state.failure as CallFailure | null;
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
    Object.assign(state, { isBusy: true, failure: null, conflict: null, others: [], said: null });
    try {
      return await order(wanted, false);
    } finally {
      state.isBusy = false;
    }
  };

  const undo = async (): Promise<void> => {
    const step = state.steps.at(-1) as TreeStep | undefined;
    if (!step || state.isBusy) return;
    Object.assign(state, { isBusy: true, failure: null, conflict: null, others: [], said: null });
    try {
      const answer = await send(postUndo, { params: { id: step.id } });
      if (!answer.ok) state.failure = answer.failure;
      if (!answer.ok && !LOST.includes(codeOf(answer.failure))) return;
      state.steps = ref(state.steps.slice(0, -1)) as readonly TreeStep[];
      await resource.refresh();
      const tree = resource.state.value as ContentTree | null;
      if (!answer.ok || !tree) return;
      state.said = ref({ step, isUndone: true }) as typeof state.said;
      if (step.place && titlesOf(tree, step.place).length > 0) show(tree, step.place);
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
    undo,
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

    /** Call it when somebody comes: what was done before they left was said then. */
    sayNothing(): void {
      state.said = null;
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
