import type { Tool } from "./marking.ts";

/** The paths of the editor's icons, in a view box of 24 by 24. */
export const TOOL_ICONS: Readonly<Record<Tool, string>> = {
  hand: "M8 13V6.5a1.5 1.5 0 0 1 3 0V11m0-6a1.5 1.5 0 0 1 3 0v6m0-4.5a1.5 1.5 0 0 1 3 0V15q0 6-5.5 6-4 0-6-4l-2.3-4a1.5 1.5 0 0 1 2.6-1.5L8 14",
  pen: "M4 20l1-5L16 4l4 4L9 19zM13 7l4 4",
  line: "M4 20 20 4",
  arrow: "M4 20 19 5M9 5h10v10",
  text: "M5 8V5h14v3M12 5v14m-3 0h6",
  pin: "M12 21c-4-5-6-7.5-6-11a6 6 0 0 1 12 0c0 3.5-2 6-6 11zM12 8v4m-2-2h4",
  measure: "M3 15 15 3l6 6L9 21zM7 11l2 2m1-5 3 3m0-6 2 2",
};

export const UNDO = "M9 5 4 10l5 5M4 10h10a5 5 0 0 1 0 10h-4";
export const REDO = "M15 5l5 5-5 5M20 10H10a5 5 0 0 0 0 10h4";
export const DELETE = "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10.5 11v5m3-5v5";
export const CLEAR = "M4 4h16v16H4zM9 9l6 6m0-6-6 6";
export const ZOOM_OUT = "M5 12h14";
export const ZOOM_IN = "M5 12h14M12 5v14";
export const WHOLE = "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5";
export const TURN_LEFT = "M4 4v5h5M4.5 9A8 8 0 1 1 4 14";
export const TURN_RIGHT = "M20 4v5h-5M19.5 9A8 8 0 1 0 20 14";
export const BEFORE = "M12 19V5m-6 6 6-6 6 6";
export const AFTER = "M12 5v14m-6-6 6 6 6-6";
