/** The commands of keys and the wheel, as in browsers. */
export type WindowCommand =
  | "larger"
  | "smaller"
  | "reset"
  | "find"
  | "next"
  | "previous"
  | "print"
  | "full-screen";

/** The wheel distance of one step: a notch of a mouse wheel, or as much on a touchpad. */
const WHEEL_STEP = 60;

const ZOOM: Readonly<Record<string, WindowCommand>> = {
  "+": "larger",
  "=": "larger",
  "-": "smaller",
  "−": "smaller",
  _: "smaller",
  "0": "reset",
};

/** Uses the key's position if its letter is not Latin. */
const letterOf = ({ key, code }: KeyboardEvent): string =>
  /^[a-z]$/i.test(key) ? key.toLowerCase() : code.replace(/^Key/, "").toLowerCase();

/**
 * The command of a key.
 * @param isMac whether commands use the Command key
 * @returns null for every other key
 */
export const commandForKey = (event: KeyboardEvent, isMac: boolean): WindowCommand | null => {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  if (altKey) return null;
  if (isMac && ctrlKey && metaKey) return letterOf(event) === "f" ? "full-screen" : null;
  const command = isMac ? metaKey && !ctrlKey : ctrlKey && !metaKey;
  if (!command) {
    if (ctrlKey || metaKey) return null;
    if (key === "F3") return shiftKey ? "previous" : "next";
    return key === "F11" && !shiftKey ? "full-screen" : null;
  }
  const zoom = ZOOM[key];
  if (zoom) return zoom;
  const letter = letterOf(event);
  if (letter === "g") return shiftKey ? "previous" : "next";
  if (shiftKey) return null;
  if (letter === "f") return "find";
  return letter === "p" ? "print" : null;
};

/**
 * Listens for keys and the wheel, with Caps Lock too and on every keyboard layout.
 * @param run runs a command; false leaves the event to the engine
 * @returns a function that stops it
 */
export const listenForCommands = (
  isMac: boolean,
  run: (command: WindowCommand) => boolean,
): (() => void) => {
  let turned = 0;

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.defaultPrevented) return;
    const command = commandForKey(event, isMac);
    if (command && run(command)) event.preventDefault();
  };

  const onWheel = (event: WheelEvent): void => {
    // A touchpad pinch arrives as a wheel event with Ctrl on every system.
    if (event.defaultPrevented || !(event.ctrlKey || (isMac && event.metaKey))) return;
    event.preventDefault();
    const pixels = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : 40;
    turned += event.deltaY * pixels;
    if (Math.abs(turned) < WHEEL_STEP) return;
    run(turned < 0 ? "larger" : "smaller");
    turned = 0;
  };

  document.addEventListener("keydown", onKeyDown);
  document.addEventListener("wheel", onWheel, { passive: false });
  return () => {
    document.removeEventListener("keydown", onKeyDown);
    document.removeEventListener("wheel", onWheel);
  };
};
