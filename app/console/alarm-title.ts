import type { Alarm } from "@/lib/domain/history/alarm/alarm";

/** What is wrong, as the heading of an alarm. Every page that shows an alarm uses it. */
export function alarmTitle({ kind, isSevere }: Pick<Alarm, "kind" | "isSevere">): string {
  const atLimit = isSevere ? "reached" : "near";
  switch (kind) {
    case "deliveries-failing":
      return isSevere ? "Email isn’t being delivered" : "Some email isn’t being delivered";
    case "deliveries-late":
      return "Email is late";
    case "code-ceiling":
      return `The hourly limit on codes is ${atLimit}`;
    case "visitor-ceiling":
      return `The hourly limit on codes is ${atLimit} for visitors`;
    case "failure-rate":
      return "More requests fail than usual";
    case "webhooks-failing":
      return "Webhook deliveries are failing";
    case "metadata-outdated":
      return "FIDO Metadata is outdated";
  }
}
