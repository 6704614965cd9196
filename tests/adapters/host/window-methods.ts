import type { NativeData, NativeMethod } from "./native-failure.ts";

/** The window as its methods tell of it. */
export const windowMethods = (): Record<string, NativeMethod> => {
  let visible = false;
  let place: NativeData = { x: 50, y: 50 };
  let size: NativeData = { width: 1180, height: 800, minWidth: 360, minHeight: 480 };
  let fullScreen = false;
  return {
    "clipboard.readText": () => "from the clipboard",
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
    "window.getPosition": () => place,
    "window.move"(data) {
      place = data;
    },
    "window.getSize": () => size,
    "window.setSize"(data) {
      size = { ...size, ...data };
    },
  };
};
