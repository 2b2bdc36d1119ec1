import type { ServiceError } from "@/lib/errors";
import { isNotedMetric, type NotedMetric } from "./metric";

/**
 * The metric of an error that was answered, by its tag, and its reason where there is one;
 * undefined when it is not counted.
 */
export function failureMetric({ tag, extra }: ServiceError): NotedMetric | undefined {
  const reason = "reason" in extra ? `.${extra.reason}` : "";
  const name = `failure.${tag.slice("@error/".length)}${reason}`;
  return isNotedMetric(name) ? name : undefined;
}
