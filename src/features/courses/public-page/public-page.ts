import { useState } from "react";
import { createFolderForm } from "../../../app-context/folder-form.tsx";
import { useApp } from "../../../app-context/use-app.ts";
import { getPublicPage, PUBLIC_TEXTS, putPublicPage } from "../../../contract/staff-forms.ts";

/** The page that a course shows to everybody, as it is in the draft. */
export const usePublicPage = (product: string, course: string) => {
  const { send } = useApp().transport;
  const [form] = useState(() =>
    createFolderForm({
      fetch: () => send(getPublicPage, { query: { product, course } }),
      put: (change) => send(putPublicPage, { body: { product, course, ...change } }),
    }),
  );
  return form;
};

type Texts = Readonly<Record<string, string>>;

/** Whether the page is shown: if nothing says so, it is as soon as it has anything. */
export const isPageShown = (fields: Texts): boolean =>
  fields.shown ? fields.shown === "true" : Object.values(fields).some(Boolean);

/** How people enrol. */
export type Enrolling = "none" | "mail" | "address";

export const enrollingOf = ({ enrol = "" }: Texts): Enrolling => {
  if (enrol === "" || enrol === "mail") return enrol || "none";
  return "address";
};

/** An address as it must be, or nothing yet. */
export const isShopAddress = (text: string): boolean =>
  /^https?:\/\/[^\s]+$/i.test(text) && URL.canParse(text);

/** The fields that have a text in some language and none in the school's own one, which stands in for the others. */
export const missingTexts = (fields: Texts, [own = "en"]: readonly string[]): string[] =>
  PUBLIC_TEXTS.filter(
    (name) =>
      !fields[`${name}/${own}`]?.trim() &&
      Object.entries(fields).some(([key, value]) => key.startsWith(`${name}/`) && value.trim()),
  ).map((name) => `${name}/${own}`);
