import { useState } from "react";
import { useText } from "../../i18n/use-text.ts";
import styles from "./school.module.css";
import { useSchool } from "./school-service.ts";

/** Sends a mail to oneself, and says what the mail server has answered. */
export const MailTest = () => {
  const text = useText();
  const school = useSchool();
  const [word, setWord] = useState<{ text: string; isBad: boolean } | null>(null);
  const [isBusy, setBusy] = useState(false);

  const send = async () => {
    if (isBusy) return;
    setBusy(true);
    setWord(null);
    const answer = await school.testMail();
    setBusy(false);
    if (answer === null || answer === "limit") {
      const message = answer ? "staff-school.test-limit" : "staff-school.not-done";
      setWord({ text: text(message), isBad: true });
    } else if (answer.taken) {
      setWord({ text: text("staff-school.test-taken", { address: answer.to }), isBad: false });
    } else {
      const { answer: said } = answer;
      const none = text("staff-school.test-none");
      const refused = said ? text("staff-school.test-refused", { answer: said }) : none;
      setWord({ text: refused, isBad: true });
    }
  };

  return (
    <>
      <p className={styles.acts}>
        <button
          type="button"
          className="button quiet"
          aria-disabled={isBusy || undefined}
          onClick={() => void send()}
        >
          {text("staff-school.test")}
        </button>
      </p>
      <p role={word?.isBad ? "alert" : "status"} className={styles.word}>
        {word?.text ?? ""}
      </p>
    </>
  );
};
