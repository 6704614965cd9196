import { proxy } from "valtio/vanilla";
import type { ActivationForm } from "../../contract/activation.ts";
import type { Alerts } from "../../core/alerts.ts";
import {
  EMPTY_REGISTRATION,
  isSerialNumber,
  normaliseRegistration,
  normaliseSerialNumber,
  type RegistrationField,
  registrationProblems,
} from "../../domain/registration.ts";
import type { MessageId } from "../../i18n/message-id.ts";
import type { Registration, SeatFailure } from "../../offline/licence/activate-seat.ts";
import { activationAlerts, registrationAlerts } from "../../offline/licence/failure-messages.ts";
import type { Licence } from "../../offline/licence/licence.ts";

/** The steps of the wizard, in their order. */
export const STEPS = ["serial", "person", "verification"] as const;

export type Step = (typeof STEPS)[number];

/** The step that a failed activation returns to, where the input can be corrected. */
const BACK_TO: Readonly<Record<SeatFailure["kind"], Step>> = {
  "unknown-serial": "serial",
  "no-licence-left": "serial",
  "not-valid": "serial",
  "no-machine-id": "serial",
  "authentication-failed": "person",
  "no-data": "person",
  "no-connection": "person",
  throttled: "person",
};

interface ActivationDependencies {
  licence: Licence;
  alerts: Alerts<MessageId>;
}

/** The state and actions of the wizard. Input is kept when the person goes back or forward. */
export const createActivation = ({ licence, alerts }: ActivationDependencies) => {
  const state = proxy({
    /** After a restart, the wizard continues with a request that waits for its licence. */
    step: (licence.state.request === null ? "serial" : "verification") as Step,
    /** Whether the school is asked, or a request is written for it. */
    mode: (licence.state.request === null ? "network" : "file") as "network" | "file",
    busy: false,
    serialNumber: "",
    wrongFormat: false,
    /** The person asked for activation by file, which this build does not support. */
    noKey: false,
    /** The name of the serial number's owner; empty if nobody has registered it. */
    fullName: "",
    form: { ...EMPTY_REGISTRATION } as ActivationForm,
    missing: [] as readonly RegistrationField[],
    wrongEmail: false,
  });
  let registration: Registration | null = null;

  const minutesOf = (failure: { kind: string; seconds?: number | null }): number =>
    Math.max(1, Math.ceil((failure.seconds ?? 60) / 60));

  /** @returns the normalised serial number; null if it is invalid, which is shown */
  const readSerial = (): string | null => {
    const serialNumber = normaliseSerialNumber(state.serialNumber);
    state.serialNumber = serialNumber;
    state.wrongFormat = !isSerialNumber(serialNumber);
    state.noKey = false;
    return state.wrongFormat ? null : serialNumber;
  };

  const busily = async (work: () => Promise<void>): Promise<void> => {
    if (state.busy) return;
    state.busy = true;
    try {
      await work();
    } finally {
      state.busy = false;
    }
  };

  const writeRequest = async ({ serialNumber }: Registration, form: ActivationForm) => {
    const written = await licence.createRequest(serialNumber, form);
    state.step = written === null ? "serial" : "verification";
    if (written === null) alerts.show(activationAlerts["no-machine-id"]);
  };

  const activate = async (found: Registration, form: ActivationForm): Promise<void> => {
    state.step = "verification";
    const result = await licence.activate(found, form);
    if (result.ok) return;
    const { failure } = result;
    state.step = BACK_TO[failure.kind];
    alerts.show({ ...activationAlerts[failure.kind], values: { minutes: minutesOf(failure) } });
  };

  return {
    state,

    setSerialNumber(typed: string) {
      state.serialNumber = typed;
    },

    /** Call it when the field loses the focus: shows the normalised number. */
    formatSerialNumber() {
      state.serialNumber = normaliseSerialNumber(state.serialNumber);
    },

    /** Checks the serial number at the school, then goes to the second step. */
    findSerialNumber: (): Promise<void> =>
      busily(async () => {
        const serialNumber = readSerial();
        if (serialNumber === null) return;
        const result = await licence.register(serialNumber);
        if (!result.ok) {
          const { failure } = result;
          const values = { minutes: minutesOf(failure) };
          alerts.show({ ...registrationAlerts[failure.kind], values });
          return;
        }
        registration = result.value;
        const { fullName } = registration;
        Object.assign(state, { mode: "network", fullName, step: "person" });
      }),

    /** Goes to the second step without asking the school, for a request in a file. */
    continueWithoutNetwork() {
      if (state.busy) return;
      const serialNumber = readSerial();
      state.noKey = !licence.state.acceptsFiles;
      if (serialNumber === null || state.noKey) return;
      // Only the school knows whether the number is registered.
      registration = { serialNumber, fullName: "" };
      Object.assign(state, { mode: "file", fullName: "", step: "person" });
    },

    setField(field: RegistrationField, value: string) {
      state.form[field] = value;
    },

    back() {
      if (!state.busy) state.step = "serial";
    },

    /**
     * Requests a seat from the school, or creates the request file. A serial number that nobody has
     * registered requires a complete form.
     */
    activate: (): Promise<void> =>
      busily(async () => {
        if (!registration) return;
        const { fullName } = registration;
        if (fullName !== "") {
          await activate(registration, { ...EMPTY_REGISTRATION, fullname: fullName });
          return;
        }
        const form = normaliseRegistration(state.form);
        const { missing, wrongEmail } = registrationProblems(form);
        Object.assign(state, { missing, wrongEmail });
        if (missing.length > 0 || wrongEmail) return;
        await (state.mode === "file" ? writeRequest : activate)(registration, form);
      }),
  };
};

export type Activation = ReturnType<typeof createActivation>;
