import { useEffect, useState } from "react";
import { useSnapshot } from "valtio";
import { useParams } from "wouter";
import type { Id } from "../../contract/wire.ts";
import { useText } from "../../i18n/use-text.ts";
import { Empty } from "../../ui/empty.tsx";
import { LoadError } from "../../ui/load-error.tsx";
import { deskFailureMessages } from "./desk-failure.ts";
import { HandInView } from "./hand-in-view.tsx";
import { NoDesk } from "./no-desk.tsx";
import { useDesk } from "./use-desk.ts";
import { useNextWork } from "./use-next-work.ts";
import { WorkFrame } from "./work-frame.tsx";

/** The id of an address, as the school sends it. */
const idOf = (part: string): Id => (/^\d{1,15}$/.test(part) ? Number(part) : part);

/** The work on one hand-in: its files large, and the answer beside them. */
const HandInScreen = () => {
  const { id: part = "" } = useParams<{ id: string }>();
  const id = idOf(part);
  const { works } = useDesk();
  const [work] = useState(() => works.of(id));
  const next = useNextWork({ kind: "hand-in", id });
  const text = useText();
  const { value, failure } = useSnapshot(work.state);

  useEffect(() => {
    void work.load();
  }, [work]);

  const content = () => {
    if (failure?.kind === "no-desk") return <NoDesk />;
    if (failure?.kind === "not-found") {
      return (
        <Empty what={text("desk.gone")} hint={text("desk.gone-hint")}>
          <button type="button" className="button" onClick={() => void next.step(1)}>
            {text("desk.next")}
          </button>
        </Empty>
      );
    }
    return (
      <>
        {failure ? (
          <LoadError
            message={text(deskFailureMessages[failure.kind])}
            retry={text("screen.retry")}
            onRetry={() => void work.load()}
          />
        ) : null}
        {value || failure ? null : <p role="status">{text("desk.hand-in-loading")}</p>}
        {value ? <HandInView work={work} next={next} /> : null}
      </>
    );
  };

  return <WorkFrame next={next}>{content()}</WorkFrame>;
};

export default HandInScreen;
