// Loaded into a server before it starts, this lets SIGUSR2 take away the file rule and the limits of
// accounts, and give them back. One process is measured in both states: two processes differ by more
// than what is measured.
import { FileAccess } from "../../src/server/http/files/file-access.ts";
import { AccountLimits } from "../../src/server/http/limits/account-limits.ts";
import { Gate } from "../../src/server/http/limits/gate.ts";
import { WriteRate } from "../../src/server/http/limits/write-rate.ts";

const { allowed, remember } = FileAccess.prototype;
const { tryEnter, leave } = Gate.prototype;
const { count } = WriteRate.prototype;
const { assertRoom, add } = AccountLimits.prototype;

const withRules = [
  [FileAccess.prototype, { allowed, remember }],
  [Gate.prototype, { tryEnter, leave }],
  [WriteRate.prototype, { count }],
  [AccountLimits.prototype, { assertRoom, add }],
] as const;

const withoutRules = [
  [
    FileAccess.prototype,
    { allowed: (_reader: unknown, files: readonly unknown[]) => files[0], remember: () => {} },
  ],
  [Gate.prototype, { tryEnter: () => true, leave: () => {} }],
  [WriteRate.prototype, { count: () => {} }],
  [AccountLimits.prototype, { assertRoom: async () => {}, add: () => {} }],
] as const;

let isOn = true;
process.on("SIGUSR2", () => {
  isOn = !isOn;
  for (const [prototype, methods] of isOn ? withRules : withoutRules) {
    Object.assign(prototype, methods);
  }
});
