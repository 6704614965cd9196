import { useSnapshot } from "valtio";
import type { LanguageService } from "../../core/language.ts";
import { LANGUAGES, type Language } from "../../domain/languages.ts";
import { nameOfLanguage } from "../../i18n/languages.ts";
import { useText } from "../../i18n/use-text.ts";
import { fileAddress } from "../../ui/file-address.ts";
import { GLOBE, Icon } from "../../ui/icon.tsx";
import { Menu, type MenuProps } from "../../ui/menu.tsx";

export interface LanguageMenuProps {
  service: LanguageService;
  /** Called when the menu, or the messages of the chosen language, do not arrive. */
  onFailure: () => void;
  loadStyle?: MenuProps["loadStyle"];
}

/** Drawn in an open menu alone: the form that is painted while building has no page with files. */
const Label = ({ code }: { code: Language }) => (
  <>
    <img src={fileAddress(`flags/${code}.svg`)} alt="" width="20" height="14" />{" "}
    {nameOfLanguage(code)}
  </>
);

/** Language names, each in its own language, with a flag beside it. */
export const LanguageMenu = ({ service, onFailure, loadStyle }: LanguageMenuProps) => {
  const text = useText();
  const { language } = useSnapshot(service.state);
  const items = LANGUAGES.map((code) => ({
    key: code,
    lang: code,
    label: <Label code={code} />,
    current: code === language,
    onSelect: async () => {
      if (!(await service.select(code))) onFailure();
    },
  }));
  return (
    <Menu
      label={text("language.label")}
      icon={<Icon path={GLOBE} />}
      groups={[{ key: "", items }]}
      hover
      loadStyle={loadStyle}
      onMissing={onFailure}
    />
  );
};
