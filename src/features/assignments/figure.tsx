import { useCallback } from "react";
import type { Assignment } from "../../contract/assignments.ts";
import { useText } from "../../i18n/use-text.ts";
import { Picture } from "../../ui/picture.tsx";
import styles from "./assignments.module.css";
import { useAssignments } from "./use-assignments.ts";

export interface FigureProps {
  assignment: Assignment;
  name: string;
  alt: string;
}

/** The picture of an assignment. */
export const Figure = ({ assignment, name, alt }: FigureProps) => {
  const assignments = useAssignments();
  const text = useText();
  const { product } = assignment;
  const use = useCallback(
    (title: string) => assignments.figure(product, title),
    [assignments, product],
  );
  return (
    <div className={styles.figure}>
      <Picture name={name} use={use} alt={alt} missing={text("assignment-failure.picture")} />
    </div>
  );
};
