import { expect, test } from "vitest";
import { hasPassed } from "@/drill/checks/check";
import { createJournal, type Sent } from "@/drill/journal";
import { judgeSoak } from "./judge";
import type { Sample } from "./sample";

const sample = (megabytes: number): Sample => ({
  minute: 1,
  heapMegabytes: 50,
  loopP99Ms: 10,
  residentMegabytes: megabytes,
});
const reply: Sent = {
  kind: "passkey",
  requestId: "r1",
  instance: 0,
  startedAt: 0,
  endedAt: 1,
  status: 200,
};

function failed(idle: number, first: number, last: number, sent: Sent[] = [reply]) {
  return judgeSoak(idle, [sample(first), sample(last)], { ...createJournal(), sent })
    .filter((check) => !hasPassed(check))
    .map(({ name }) => name);
}

test("passes up to 200 MB when idle, and with less than 10 % more", () => {
  expect(failed(200, 200, 219)).toEqual([]);
  expect(failed(200, 200, 150)).toEqual([]);
});

test("fails with more memory, or a failed request", () => {
  expect(failed(201, 200, 200)).toEqual(["RSS idle is at most 200 MB"]);
  expect(failed(200, 200, 221)).toEqual(["RSS grows by at most 10 %"]);
  expect(failed(200, 200, 200, [{ ...reply, status: 503 }])).toEqual(["no request fails"]);
});
