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

export interface UnknownVariable {
  name: string;
  /** The variable that was probably meant. */
  similar: string | undefined;
}

/** Returns the KEYSTEAD_ variables that Keystead doesn't read: a misspelled one has no effect. */
export const findUnknownVariables = (
  environment: Record<string, string | undefined> = process.env,
): UnknownVariable[] =>
  Object.keys(environment)
    .filter((name) => name.startsWith("KEYSTEAD_"))
    .filter((name) => ![...variableNames, ...ofOthers].includes(name))
    .map((name) => ({ name, similar: findSimilarName(name, variableNames) }));
