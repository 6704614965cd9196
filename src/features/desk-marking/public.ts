import MarkingView from "./marking-view.tsx";

/** A file of a hand-in, large, to look at and to draw on. It needs the messages of the desk. */
export const Marking = MarkingView;
