import { useEffect } from "react";
import { useSnapshot } from "valtio";
import { useParams, useSearch } from "wouter";
import { useText } from "../../i18n/use-text.ts";
import { ConversationAlone } from "../tutor-talk/public.ts";
import { readFilters } from "./filters.ts";
import { keyOfEntry } from "./queue.ts";
import { useDesk } from "./use-desk.ts";
import { useNextWork } from "./use-next-work.ts";
import styles from "./work.module.css";
import { WorkFrame } from "./work-frame.tsx";

/** The work on one conversation. */
const MessageScreen = () => {
  const { id = "" } = useParams<{ id: string }>();
  const { counts, queue } = useDesk();
  const text = useText();
  const entry = { kind: "message", id } as const;
  const next = useNextWork(entry);
  const { value } = useSnapshot(queue.list(readFilters(useSearch())).state);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for what comes after this one
  useEffect(() => void next.prefetch(), [id]);

  const known = value?.find((each) => keyOfEntry(each) === keyOfEntry(entry));

  const answered = () => {
    if (known?.state === "waiting") counts.add("messages", -1);
    void next.answered();
  };

  return (
    <WorkFrame next={next}>
      <h1>{known ? <bdi>{known.student.name}</bdi> : text("desk.one-message")}</h1>
      <div className={styles.message}>
        <ConversationAlone thread={id} onSent={answered} />
      </div>
    </WorkFrame>
  );
};

export default MessageScreen;
