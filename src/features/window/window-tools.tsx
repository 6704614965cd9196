import { useEffect, useRef, useState } from "react";
import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { useDesktop } from "../../app-context/use-desktop.ts";
import { useText } from "../../i18n/use-text.ts";
import { ContextMenu, type ContextTarget, contextTarget } from "./context-menu.tsx";
import { FindBar, type FindBarProps } from "./find-bar.tsx";
import styles from "./window.module.css";
import { listenForCommands, type WindowCommand } from "./window-keys.ts";
import type { Zoom } from "./zoom.ts";

const SAID_MS = 1500;

const modalIsOpen = (): boolean => document.querySelector("dialog:modal") !== null;

const WindowTools = ({ zoom }: { zoom: Zoom }) => {
  const { isMac, toggleFullScreen } = useDesktop().machine.window;
  const text = useText();
  const intl = useIntl();
  const [wanted, setWanted] = useState<FindBarProps["wanted"] | null>(null);
  const [target, setTarget] = useState<ContextTarget | null>(null);

  const printWord = text("lesson.print");
  const print = (): void => {
    // A lesson is printed with all its pages, as its print button does.
    const button = [...document.querySelectorAll<HTMLElement>("article button")].find(
      (button) => button.textContent === printWord,
    );
    if (button) button.click();
    else window.print();
  };
  const printing = useRef(print);
  printing.current = print;

  useEffect(() => {
    const find = (what: FindBarProps["wanted"]["what"]): boolean => {
      // The page under a modal dialog is inert, so it is not searched.
      if (modalIsOpen()) return false;
      setWanted((before) => ({
        // Without the find bar there are no matches to go through.
        what: before ? what : "find",
        time: (before?.time ?? 0) + 1,
      }));
      return true;
    };
    const done = (action: () => void): boolean => {
      action();
      return true;
    };
    const run = (command: WindowCommand): boolean => {
      if (command === "find" || command === "next" || command === "previous") return find(command);
      if (command === "print") return done(() => printing.current());
      if (command === "full-screen") return done(() => void toggleFullScreen());
      return done(zoom[command]);
    };
    const onContextMenu = (event: MouseEvent): void => {
      if (event.defaultPrevented) return;
      event.preventDefault();
      setTarget(contextTarget(event));
    };
    const stopListening = listenForCommands(isMac, run);
    document.addEventListener("contextmenu", onContextMenu);
    return () => {
      stopListening();
      document.removeEventListener("contextmenu", onContextMenu);
    };
  }, [zoom, isMac, toggleFullScreen]);

  const { zoom: shown } = useSnapshot(zoom.state);
  const said = useRef(shown);
  const [saying, setSaying] = useState(false);
  useEffect(() => {
    if (said.current === shown) return;
    said.current = shown;
    setSaying(true);
    const timer = setTimeout(() => setSaying(false), SAID_MS);
    return () => clearTimeout(timer);
  }, [shown]);

  return (
    <>
      {wanted ? <FindBar wanted={wanted} onClose={() => setWanted(null)} /> : null}
      {target ? (
        <ContextMenu
          key={`${target.x} ${target.y}`}
          target={target}
          onClose={() => setTarget(null)}
        />
      ) : null}
      <div role="status">
        {saying ? (
          <span className={styles.zoom}>
            {text("desktop.zoom", { zoom: intl.formatNumber(shown, { style: "percent" }) })}
          </span>
        ) : null}
      </div>
    </>
  );
};

export default WindowTools;
