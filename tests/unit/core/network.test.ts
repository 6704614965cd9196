import { expect, test } from "vitest";
import { createNetwork } from "../../../src/core/network.ts";
import { createMemoryMachine } from "../../../src/platform/memory/memory-machine.ts";

const start = (online = true) => {
  const machine = createMemoryMachine();
  machine.setOnline(online);
  const events = { back: 0 };
  const network = createNetwork(machine.connectivity, () => {
    events.back += 1;
  });
  return { machine, network, events };
};

test.each([true, false])("the network is at start what the browser reports: %s", (online) => {
  const { network, events } = start(online);
  network.boot();
  expect(network.state.online).toBe(online);
  expect(events.back).toBe(0);
});

test("the network follows the browser's events after the start, not before", () => {
  const { machine, network } = start();
  machine.setOnline(false);
  expect(network.state.online).toBe(true);
  network.boot();
  machine.setOnline(true);
  machine.setOnline(false);
  expect(network.state.online).toBe(false);
});

test("the network is off after a call without an answer, and on after any answer", () => {
  const { network } = start();
  network.boot();
  network.reached(false);
  expect(network.state.online).toBe(false);
  network.reached(true);
  expect(network.state.online).toBe(true);
});

test("the network is announced as back once, however it comes back", () => {
  const { machine, network, events } = start();
  network.boot();
  network.reached(true);
  machine.setOnline(true);
  expect(events.back).toBe(0);
  network.reached(false);
  machine.setOnline(true);
  network.reached(true);
  expect(events.back).toBe(1);
  machine.setOnline(false);
  network.reached(true);
  expect(events.back).toBe(2);
});
