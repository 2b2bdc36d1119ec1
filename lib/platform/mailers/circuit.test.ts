import { beforeEach, describe, expect, test } from "vitest";
import { createMovableClock, type MovableClock } from "@/testing/movable-clock";
import type { SendOutcome } from "./mailer";
import { type Circuit, createCircuit } from "./provider-chain";

const limits = { failuresInRow: 3, skippedMs: 30_000 };
const failed: SendOutcome = { outcome: "failed", reason: "No." };
const outage: SendOutcome = { ...failed, cause: "outage" };
const ofEmail: SendOutcome = { ...failed, cause: "email" };
const sent: SendOutcome = { outcome: "sent" };

let clock: MovableClock;
let circuit: Circuit;
let changes: boolean[];

beforeEach(() => {
  clock = createMovableClock(0);
  changes = [];
  circuit = createCircuit(clock, limits, (isSkipped) => void changes.push(isSkipped));
});

function fail(times: number): void {
  for (let time = 0; time < times; time++) circuit.note(failed);
}

describe("a provider is skipped", () => {
  test("after three failures in a row", () => {
    fail(2);
    expect(circuit.admit()).toBe(true);
    fail(1);
    expect([circuit.admit(), changes]).toEqual([false, [true]]);
  });

  test("after one answer that it is out of order", () => {
    circuit.note(outage);
    expect([circuit.admit(), changes]).toEqual([false, [true]]);
  });
});

describe("a provider is not skipped", () => {
  test.each<[string, SendOutcome]>([
    ["sends", sent],
    ["refuses a mailbox", { outcome: "refused", reason: "No.", ofMailbox: true }],
    ["refuses an email", { outcome: "refused", reason: "No.", ofMailbox: false }],
  ])("if it %s between two failures", (_what, result) => {
    fail(2);
    circuit.note(result);
    fail(2);
    expect([circuit.admit(), changes]).toEqual([true, []]);
  });

  test("by any number of refused or busy mailboxes, which strangers choose", () => {
    for (let time = 0; time < 100; time++) {
      circuit.note({ outcome: "refused", reason: "No.", ofMailbox: true });
      circuit.note(ofEmail);
    }
    expect([circuit.admit(), changes]).toEqual([true, []]);
  });

  test("but a busy mailbox doesn't end a row of failures", () => {
    fail(2);
    circuit.note(ofEmail);
    fail(1);
    expect(circuit.admit()).toBe(false);
  });
});

describe("a skipped provider", () => {
  beforeEach(() => fail(3));

  test("is tried by one email after the pause", () => {
    clock.advance(limits.skippedMs - 1);
    expect(circuit.admit()).toBe(false);
    clock.advance(1);
    expect([circuit.admit(), circuit.admit(), circuit.admit()]).toEqual([true, false, false]);
  });

  test("is used again if that email is sent", () => {
    clock.advance(limits.skippedMs);
    circuit.admit();
    circuit.note(sent);
    expect([circuit.admit(), circuit.admit(), changes]).toEqual([true, true, [true, false]]);
    fail(2);
    expect(circuit.admit()).toBe(true);
  });

  test("is skipped for another pause if that email fails", () => {
    clock.advance(limits.skippedMs);
    circuit.admit();
    circuit.note(failed);
    clock.advance(limits.skippedMs - 1);
    expect(circuit.admit()).toBe(false);
    clock.advance(1);
    expect([circuit.admit(), changes]).toEqual([true, [true]]);
  });

  test("is tried by the next email if that one proves nothing", () => {
    clock.advance(limits.skippedMs);
    circuit.admit();
    circuit.note(ofEmail);
    expect([circuit.admit(), circuit.admit()]).toEqual([true, false]);
  });

  test("isn't skipped longer by attempts that began earlier", () => {
    clock.advance(limits.skippedMs - 1);
    fail(5);
    circuit.note(outage);
    clock.advance(1);
    expect(circuit.admit()).toBe(true);
  });

  test("is used again when an attempt that began earlier succeeds", () => {
    circuit.note(sent);
    expect([circuit.admit(), changes]).toEqual([true, [true, false]]);
  });
});
