import { useEffect, useMemo } from "react";
import { useSnapshot } from "valtio";
import { Link, Redirect, useSearch } from "wouter";
import { draftsOf } from "../../../app-context/drafts.ts";
import { LoadFailure } from "../../../app-context/load-failure.tsx";
import { STAFF_TEXTS } from "../../../app-context/staff-links.ts";
import { useApp } from "../../../app-context/use-app.ts";
import { useScreenTitle } from "../../../app-context/use-screen-title.ts";
import { type SourceTextPlace, sourceTextPlace } from "../../../domain/source-text.ts";
import { useText } from "../../../i18n/use-text.ts";
import { createTextEditor } from "./text-editor.ts";
import { TextForm } from "./text-form.tsx";

/** Edits the text that the address names. */
export const TextScreen = () => {
  const path = new URLSearchParams(useSearch()).get("path") ?? "";
  const place = sourceTextPlace(path);
  if (!place) return <Redirect to={STAFF_TEXTS} replace />;
  return <OpenText key={path} path={path} place={place} />;
};

const OpenText = ({ path, place }: { path: string; place: SourceTextPlace }) => {
  const app = useApp();
  const text = useText();
  const { send } = app.transport;
  const editor = useMemo(
    () => createTextEditor({ send, drafts: draftsOf(app), path }),
    [app, send, path],
  );
  const { isOpen, failure } = useSnapshot(editor.state);
  const name = place.key || path;
  useScreenTitle(name);
  useEffect(() => {
    void editor.load();
    return editor.stop;
  }, [editor]);
  return (
    <>
      <p>
        <Link href={STAFF_TEXTS}>{text("staff-editor.name")}</Link>
      </p>
      <h1>
        <bdi>{name}</bdi>
      </h1>
      <LoadFailure failure={failure} onRetry={() => void editor.load()} />
      {isOpen ? <TextForm editor={editor} place={place} /> : null}
    </>
  );
};
