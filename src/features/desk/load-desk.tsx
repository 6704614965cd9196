import { type ReactNode, useEffect } from "react";
import { useSnapshot } from "valtio";
import { Link, useLocation } from "wouter";
import { createChunk, type LoadChunk } from "../../app-context/chunk.ts";
import { DESK } from "../../app-context/desk-links.ts";
import { useApp } from "../../app-context/use-app.ts";
import { deskMessages } from "../../i18n/messages/desk.ts";
import { furtherMessages } from "../../i18n/messages/further.ts";
import { useText } from "../../i18n/use-text.ts";
import link from "../../ui/header-link.module.css";
import { Icon } from "../../ui/icon.tsx";
import { deskCountsOf } from "./desk-counts.ts";
import styles from "./desk-link.module.css";

/*
 * The ways to the desk, and what loads the rest of it: the desk's first chunk. In the app's own script
 * its names and texts would be a part of every sign-in.
 */

const TABLE = "M3 11h18M5 11v9m14-9v9M7 11V5h7v6M16 11V8h3";

/** A larger number is not worth its width. */
const MOST = 99;

/** The link to the desk in the header, with the number of what waits. */
export const DeskLink = () => {
  const text = useText();
  const [path] = useLocation();
  const desk = deskCountsOf(useApp());
  const { counts, isMissing } = useSnapshot(desk.state);

  // biome-ignore lint/correctness/useExhaustiveDependencies: asks again whenever the screen is another
  useEffect(() => void desk.load(), [desk, path]);

  if (isMissing) return null;
  const waiting = counts ? counts.hand_ins + counts.messages : 0;
  const isHere = path === DESK || path.startsWith(`${DESK}/`);
  return (
    <Link
      className={link.link}
      href={DESK}
      aria-current={isHere ? (path === DESK ? "page" : "true") : undefined}
    >
      <Icon path={TABLE} />
      <span className={link.word}>{text("desk.name")}</span>
      {waiting > 0 ? (
        <>
          <span className={styles.count} aria-hidden="true">
            {waiting > MOST ? `${MOST}+` : waiting}
          </span>{" "}
          <span className="unseen">{text("desk.link-waiting", { count: waiting })}</span>
        </>
      ) : null}
    </Link>
  );
};

export interface DeskNoticeProps {
  /** Shown at a school without a desk. */
  otherwise: ReactNode;
  /** Called when the notice is shown. */
  onShown: (isShown: true) => void;
}

/** How much waits at the desk, and the way there. */
const DeskNotice = ({ otherwise, onShown }: DeskNoticeProps) => {
  const text = useText();
  const desk = deskCountsOf(useApp());
  const { counts, isMissing } = useSnapshot(desk.state);

  useEffect(() => void desk.load(), [desk]);
  useEffect(() => {
    if (counts) onShown(true);
  }, [counts, onShown]);

  if (isMissing) return otherwise;
  return (
    <section>
      <h2>{text("waiting.heading")}</h2>
      {counts ? <p>{text("desk.hand-ins-waiting", { count: counts.hand_ins })}</p> : null}
      <p>
        <Link className="button" href={DESK}>
          {text("desk.to-desk")}
        </Link>
      </p>
    </section>
  );
};

export const loadDeskLink: LoadChunk<object> = createChunk(
  async () => ({ default: DeskLink }),
  deskMessages,
);

export const loadDeskNotice: LoadChunk<DeskNoticeProps> = createChunk(
  async () => ({ default: DeskNotice }),
  deskMessages,
);

const loadOwn = createChunk(
  () => import(/* webpackChunkName: "desk-screens" */ "./desk-screens.tsx"),
  deskMessages,
);

/** The screens. They share the words of assignments and measures with all others. */
export const loadDeskScreens: LoadChunk<object> = async (app) => {
  const [module] = await Promise.all([loadOwn(app), app.language.require(furtherMessages)]);
  return module;
};
