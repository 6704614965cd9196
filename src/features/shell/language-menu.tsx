import { useSnapshot } from "valtio";
import { useBaseApp } from "../../app-context/app-context.ts";
import { connectionAlert } from "../../core/failure-alerts.ts";
import { LANGUAGES, type Language } from "../../domain/languages.ts";
import { nameOfLanguage } from "../../i18n/languages.ts";
import { useText } from "../../i18n/use-text.ts";
import { appFileUrl } from "../../ui/app-file-url.ts";
import { Icon } from "../../ui/icon.tsx";
import { Menu } from "../../ui/menu.tsx";

const GLOBE = "M3 12h18M12 3q-8 9 0 18 8-9 0-18M12 3a9 9 0 1 0 .01 0";

/** Rendered only in an open menu: the prerendered form has no page files. */
const Label = ({ code }: { code: Language }) => (
  <>
    <img src={appFileUrl(`flags/${code}.svg`)} alt="" width="20" height="14" />{" "}
    {nameOfLanguage(code)}
  </>
);

/** Language names, each in its own language, with a flag beside it. */
export const LanguageMenu = () => {
  const { alerts, language: service } = useBaseApp();
  const onFailure = () => alerts.show(connectionAlert);
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
      onMissing={onFailure}
    />
  );
};
