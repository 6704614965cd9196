import { useState } from "react";
import { Link } from "wouter";
import { STAFF_COURSES, STAFF_PEOPLE } from "../../app-context/staff-links.ts";
import type { SchoolSettings } from "../../contract/staff-school.ts";
import { FIRST_STEPS, type FirstStep } from "../../domain/school-setting.ts";
import { useText } from "../../i18n/use-text.ts";
import { Button } from "../../ui/button.tsx";
import styles from "./school.module.css";

/** Where each step is done: a part of this page, or another page. */
const PLACES: Readonly<Record<FirstStep, { readonly part: string } | { readonly to: string }>> = {
  name: { part: "brand" },
  mail: { part: "mail" },
  address: { part: "address" },
  course: { to: STAFF_COURSES },
  people: { to: `${STAFF_PEOPLE}/new` },
  backup: { part: "backups" },
};

/** The id of a part of the page. */
export const partId = (part: string): string => `school-${part}`;

const openPart = (part: string): void => {
  const section = document.getElementById(partId(part));
  const details = section?.querySelector("details");
  if (!section || !details) return;
  details.open = true;
  section.scrollIntoView();
  details.querySelector("summary")?.focus();
};

const isStep = (name: string): name is FirstStep =>
  (FIRST_STEPS as readonly string[]).includes(name);

/** What a new school needs, checked by itself. Once all is done it is shown only to those who ask. */
export const FirstSteps = ({ steps }: { steps: SchoolSettings["first_steps"] }) => {
  const text = useText();
  const left = steps.filter(({ done }) => !done).length;
  const [isAsked, setAsked] = useState(false);
  if (steps.length === 0) return null;
  if (left === 0 && !isAsked) {
    return (
      <p>
        <Button quiet onClick={() => setAsked(true)}>
          {text("staff-school.steps-show")}
        </Button>
      </p>
    );
  }
  return (
    <section className="sheet" aria-labelledby="school-steps">
      <h2 id="school-steps">{text("staff-school.steps")}</h2>
      <p role="status">{text("staff-school.steps-left", { count: left })}</p>
      <ol className={styles.steps}>
        {steps.map(({ name, done }) => {
          if (!isStep(name)) return null;
          const place = PLACES[name];
          const words = text(`staff-school.step-${name}`);
          return (
            <li key={name} data-done={done}>
              {"to" in place ? (
                <Link href={place.to}>{words}</Link>
              ) : (
                <a
                  href={`#${partId(place.part)}`}
                  onClick={(event) => {
                    event.preventDefault();
                    openPart(place.part);
                  }}
                >
                  {words}
                </a>
              )}{" "}
              <span className={styles.state}>
                {text(done ? "staff-school.step-done" : "staff-school.step-open")}
              </span>
            </li>
          );
        })}
      </ol>
    </section>
  );
};
