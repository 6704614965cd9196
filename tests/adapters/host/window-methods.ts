import type { NativeData, NativeMethod } from "./native-failure.ts";

/**
 * The window's methods.
 * @param onTitle is told the title of the window
 */
export const windowMethods = (onTitle: (title: string) => void): Record<string, NativeMethod> => {
  let visible = false;
  let place: NativeData = { x: 50, y: 50 };
  let size: NativeData = { width: 1180, height: 800, minWidth: 360, minHeight: 480 };
  let fullScreen = false;
  // As if the person had minimised it, so that there is something to restore.
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
    "window.setTitle": ({ title }) => onTitle(String(title)),
    "window.getPosition": () => place,
    "window.move"(data) {
      place = data;
    },
    // GTK may use the size in which a window first appeared as its minimum.
    "window.getSize": () =>
      visible ? size : { ...size, width: size.minWidth, height: size.minHeight },
    "window.setSize"(data) {
      size = { ...size, ...data };
    },
  };
};
