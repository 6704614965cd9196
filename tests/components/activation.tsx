import { createAlerts } from "../../src/core/alerts.ts";
import { createNetwork } from "../../src/core/network.ts";
import ActivationScreen from "../../src/features/activation/activation-screen.tsx";
import type { MessageId } from "../../src/i18n/message-id.ts";
import { FORM, type openLicence } from "../unit/support/licence-school.ts";
import { getByRole } from "./accessible.ts";
import { enter, selectOption } from "./person.ts";
import { renderDesktop } from "./render.tsx";

/** Shows the activation on a machine. */
export const showActivation = async (opened: Awaited<ReturnType<typeof openLicence>>) => {
  const alerts = createAlerts<MessageId>();
  const network = createNetwork(opened.machine.connectivity, () => undefined);
  network.boot();
  const started: string[] = [];
  const licence = {
    ...opened.licence,
    start() {
      opened.licence.start();
      started.push(opened.state.status);
    },
  };
  const services = { alerts, network, desktop: { licence } };
  await renderDesktop(services, <ActivationScreen />);
  return { ...opened, alerts, started, shown: () => alerts.state.list.map(({ text }) => text) };
};

export const field = (name: string) => getByRole<HTMLInputElement>("textbox", name);

export const button = (name: string) => getByRole("button", name);

export const country = () => getByRole<HTMLSelectElement>("combobox", "Country");

/** The step that is marked as the present one. */
export const presentStep = () => document.querySelector('[aria-current="step"]')?.textContent;

/** Fills in the form of somebody who is not registered yet. */
export const fillRegistration = async () => {
  await enter(field("Full name"), FORM.fullname);
  await enter(field("Email"), FORM.email);
  await selectOption(country(), FORM.country);
  await enter(field("Address"), FORM.address);
  await enter(field("Telephone"), FORM.telephone);
};
