import type { NativeData } from "./native-failure.ts";

/** The window as its methods tell of it. */
export const windowMethods = () => {
  let visible = false;
  let place = { x: 50, y: 50 };
  let size: NativeData = { width: 1180, height: 800, minWidth: 360, minHeight: 480 };
  return {
    "window.isVisible": () => visible,
    "window.show": () => void (visible = true),
    "window.getPosition": () => place,
    "window.move": ({ x, y }: NativeData) => void (place = { x: Number(x), y: Number(y) }),
    "window.getSize": () => size,
    "window.setSize": (wanted: NativeData) => void (size = { ...size, ...wanted }),
  };
};
