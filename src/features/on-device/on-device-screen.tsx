import { useEffect, useRef, useState } from "react";
import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import { coursePath } from "../../app-context/links.ts";
import { Title } from "../../app-context/title.tsx";
import { useApp } from "../../app-context/use-app.ts";
import { useScreenTitle } from "../../app-context/use-screen-title.ts";
import { titleIn } from "../../domain/translated.ts";
import { useFileSize } from "../../i18n/use-file-size.ts";
import { useReads } from "../../i18n/use-reads.ts";
import { useText } from "../../i18n/use-text.ts";
import type { Chapters } from "../../kept/chapters.ts";
import type { Kept } from "../../kept/kept.ts";
import type { KeptServices } from "../../kept/open-kept.ts";
import styles from "./on-device.module.css";

interface KeptChaptersProps {
  chapters: Chapters;
  /** Called when a chapter was removed. */
  onRemoved: (name: string) => void;
}

/** The chapters on this device, with their sizes and buttons to remove them. */
const KeptChapters = ({ chapters, onRemoved }: KeptChaptersProps) => {
  const text = useText();
  const size = useFileSize();
  const { formatDate } = useIntl();
  const reads = useReads();
  const { list } = useSnapshot(chapters.state);
  if (list.length === 0) return <p>{text("on-device.no-chapters")}</p>;
  return (
    <ul className="rows">
      {list.map((chapter) => {
        const { productKey, courseKey, menuKey, titles, lessons, bytes, time } = chapter;
        const name = titleIn(titles, reads) || menuKey;
        return (
          <li key={`${productKey}/${courseKey}/${menuKey}`}>
            <div>
              <strong>
                <Link href={coursePath(productKey, courseKey)}>
                  {name === menuKey ? name : <Title of={titles} />}
                </Link>
              </strong>
              <p>
                {text("on-device.chapter", {
                  lessons,
                  size: size(bytes),
                  date: formatDate(time, { dateStyle: "long" }),
                })}
              </p>
            </div>
            <button
              type="button"
              className="button quiet"
              aria-label={text("on-device.remove-name", { name })}
              onClick={() =>
                void chapters.remove({ productKey, courseKey, menuKey }).then(() => onRemoved(name))
              }
            >
              {text("on-device.remove")}
            </button>
          </li>
        );
      })}
    </ul>
  );
};

/** Installs the web app like other apps of the device, where the browser can. */
const InstallApp = () => {
  const { kept } = useApp();
  return kept ? <Offer install={kept} /> : null;
};

const Offer = ({ install }: { install: NonNullable<ReturnType<typeof useApp>["kept"]> }) => {
  const text = useText();
  const { canInstall } = useSnapshot(install.state);
  const [isAsked, setIsAsked] = useState(false);
  if (!canInstall || isAsked) return null;
  return (
    <section className="sheet" aria-labelledby="device-install">
      <h2 id="device-install">{text("on-device.install")}</h2>
      <p>{text("on-device.install-what")}</p>
      <button
        type="button"
        className="button"
        onClick={() => {
          setIsAsked(true);
          install.services()?.install();
        }}
      >
        {text("on-device.install-now")}
      </button>
    </section>
  );
};

/** What was read: its size, and a button that frees the room. */
const ReadLessons = ({ services, onFreed }: { services: KeptServices; onFreed: () => void }) => {
  const text = useText();
  const size = useFileSize();
  const [bytes, setBytes] = useState<number | null>(null);
  const { chapters } = services;
  useEffect(() => void chapters.readBytes().then(setBytes), [chapters]);
  return (
    <section className="sheet" aria-labelledby="device-read">
      <h2 id="device-read">{text("on-device.read")}</h2>
      <p>{text("on-device.read-what")}</p>
      {bytes ? (
        <p>
          {text("on-device.read-size", { size: size(bytes) })}{" "}
          <button
            type="button"
            className="button quiet"
            onClick={() =>
              void chapters.forgetRead().then(() => {
                setBytes(0);
                onFreed();
              })
            }
          >
            {text("on-device.free")}
          </button>
        </p>
      ) : null}
    </section>
  );
};

const Content = ({ kept }: { kept: Kept }) => {
  const { queue } = useApp();
  const text = useText();
  const { isOn } = useSnapshot(kept.state);
  const { waiting } = useSnapshot(queue.state);
  const [done, setDone] = useState("");
  const message = useRef<HTMLParagraphElement>(null);
  const services = isOn ? kept.services() : null;
  // The pressed button is gone, so the focus goes to what has happened.
  useEffect(() => {
    if (done) message.current?.focus();
  }, [done]);
  if (!services) return <p>{text("on-device.off")}</p>;
  return (
    <>
      <p>{text("on-device.intro")}</p>
      <p ref={message} tabIndex={-1} role="status" className={styles.said}>
        {done}
      </p>
      <section className="sheet" aria-labelledby="device-chapters">
        <h2 id="device-chapters">{text("on-device.chapters")}</h2>
        <KeptChapters
          chapters={services.chapters}
          onRemoved={(name) => setDone(text("on-device.removed", { name }))}
        />
      </section>
      <div className={styles.columns}>
        <ReadLessons services={services} onFreed={() => setDone(text("on-device.freed"))} />
        <section className="sheet" aria-labelledby="device-waiting">
          <h2 id="device-waiting">{text("on-device.waiting")}</h2>
          <p>{text("on-device.waiting-count", { count: waiting })}</p>
        </section>
      </div>
      <InstallApp />
    </>
  );
};

/** What is on this device: kept chapters, lessons that were read, and what waits to be sent. */
const OnDeviceScreen = () => {
  const { kept } = useApp();
  const text = useText();
  useScreenTitle(text("on-device.title"));
  return (
    <main id="content" tabIndex={-1} className="wrap screen">
      <h1>{text("on-device.title")}</h1>
      {kept ? <Content kept={kept} /> : <p>{text("on-device.off")}</p>}
    </main>
  );
};

export default OnDeviceScreen;
