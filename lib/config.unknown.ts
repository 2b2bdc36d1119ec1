import { variableNames } from "@/lib/config";
import { findSimilarName } from "./find-similar-name";

/** Variables of applications and scripts, which may share an environment with the service. */
const ofOthers = [
  "KEYSTEAD_URL",
  "KEYSTEAD_TENANCY_ID",
  "KEYSTEAD_CLIENT_ID",
  "KEYSTEAD_API_KEY",
  "KEYSTEAD_NO_TYPE_CHECK",
];

type Environment = Record<string, string | undefined>;

/**
 * Whether Kubernetes set the variable. Every container of a namespace gets such variables about each
 * Service, so a Service named keystead or keystead-db is enough.
 */
function isServiceLink(name: string, environment: Environment): boolean {
  const link =
    /^(.+?)_(?:SERVICE_(?:HOST|PORT(?:_[A-Z0-9_]+)?)|PORT(?:_\d+_(?:TCP|UDP|SCTP)(?:_(?:PROTO|PORT|ADDR))?)?)$/.exec(
      name,
    );
  const service = link?.[1];
  if (service === undefined || environment[`${service}_SERVICE_HOST`] === undefined) return false;
  return name !== `${service}_PORT` || /^(tcp|udp|sctp):/.test(environment[name] ?? "");
}

export interface UnknownVariable {
  name: string;
  /** The variable that was probably meant. */
  similar: string | undefined;
}

/** Returns the KEYSTEAD_ variables that Keystead doesn't read: a misspelled one has no effect. */
export const findUnknownVariables = (environment: Environment = process.env): UnknownVariable[] =>
  Object.keys(environment)
    .filter((name) => name.startsWith("KEYSTEAD_"))
    .filter((name) => ![...variableNames, ...ofOthers].includes(name))
    .filter((name) => !isServiceLink(name, environment))
    .map((name) => ({ name, similar: findSimilarName(name, variableNames) }));
