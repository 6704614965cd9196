import type { ReactNode } from "react";
import { Link } from "wouter";
import { DESK_STUDENTS } from "../../../app-context/desk-links.ts";
import { useText } from "../../../i18n/use-text.ts";
import { DeskNav } from "../desk-nav.tsx";
import styles from "./student-screen.module.css";

export interface ViewFrameProps {
  /** The student's name; null while it is not known. */
  name: string | null;
  children: ReactNode;
}

/** The page of a student without its content: the name, and the way back to all students. */
export const ViewFrame = ({ name, children }: ViewFrameProps) => {
  const text = useText();
  return (
    <main id="content" tabIndex={-1} className="wrap screen">
      <h1>{name === null ? text("desk-students.name") : <bdi>{name}</bdi>}</h1>
      <DeskNav />
      <p>
        <Link className={styles.link} href={DESK_STUDENTS}>
          {text("desk-students.back")}
        </Link>
      </p>
      {children}
    </main>
  );
};
