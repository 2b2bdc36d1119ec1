import { type Check, check } from "@/drill/checks/check";
import { hasFailed } from "@/drill/checks/replies";
import type { Journal } from "@/drill/journal";
import type { Sample } from "./sample";

const idleLimitMegabytes = 200;
const growthLimit = 0.1;

export const growthOf = (first: Sample, last: Sample) =>
  last.residentMegabytes / first.residentMegabytes - 1;

/** Judges a soak: memory when idle, growth between two samples, and requests without a failure. */
export function judgeSoak(
  idleMegabytes: number,
  [first, last]: readonly [Sample, Sample],
  { sent, unexpected }: Journal,
): Check[] {
  return [
    check("RSS idle is at most 200 MB", [idleMegabytes], (megabytes) =>
      megabytes <= idleLimitMegabytes ? undefined : `${megabytes.toFixed(0)} MB`,
    ),
    check("RSS grows by at most 10 %", [growthOf(first, last)], (growth) =>
      growth <= growthLimit ? undefined : `${(growth * 100).toFixed(1)} %`,
    ),
    check("no request fails", sent, (each) =>
      hasFailed(each)
        ? `${each.kind}: ${each.status ?? "no response"} ${each.error ?? ""}`
        : undefined,
    ),
    { name: "no reply is unexpected", checked: sent.length, problems: unexpected },
  ];
}
