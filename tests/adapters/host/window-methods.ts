import type { NativeData, NativeMethod } from "./native-failure.ts";

/** The window as its methods tell of it. */
export const windowMethods = (): Record<string, NativeMethod> => {
  let visible = false;
  let place: NativeData = { x: 50, y: 50 };
  let size: NativeData = { width: 1180, height: 800, minWidth: 360, minHeight: 480 };
  let fullScreen = false;
  // As if the person had put it away: then there is something to bring back.
  let minimized = true;
  return {
    "clipboard.readText": () => "from the clipboard",
    "window.isMinimized": () => minimized,
    "window.unminimize"() {
      minimized = false;
    },
    "window.focus": () => undefined,
    "window.isFullScreen": () => fullScreen,
    "window.setFullScreen"() {
      fullScreen = true;
    },
    "window.exitFullScreen"() {
      fullScreen = false;
    },
    "window.isVisible": () => visible,
    "window.show"() {
      visible = true;
    },
    "window.hide"() {
      visible = false;
    },
    "window.getPosition": () => place,
    "window.move"(data) {
      place = data;
    },
    // GTK may take the size in which a window first appeared for its own, which is the smallest.
    "window.getSize": () =>
      visible ? size : { ...size, width: size.minWidth, height: size.minHeight },
    "window.setSize"(data) {
      size = { ...size, ...data };
    },
  };
};
