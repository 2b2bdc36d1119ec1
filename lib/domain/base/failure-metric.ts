import type { ServiceError } from "@/lib/errors";
import { type ErrorMetric, isErrorMetric } from "./metric";

/** Returns the metric of an error by its tag and reason; undefined when it isn't counted. */
export function failureMetric({ tag, extra }: ServiceError): ErrorMetric | undefined {
  const reason = "reason" in extra ? `.${extra.reason}` : "";
  const name = `failure.${tag.slice("@error/".length)}${reason}`;
  return isErrorMetric(name) ? name : undefined;
}
