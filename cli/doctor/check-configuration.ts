import type { Config } from "@/lib/config";
import type { UnknownVariable } from "@/lib/config.unknown";
import { StartupError } from "@/lib/errors";
import { type Finding, findingsOf } from "./finding";

const { good, warning, problem } = findingsOf("configuration");

const describe = ({ mode, baseUrl, workers }: Config) =>
  `${mode} mode at ${baseUrl}, ${workers === 1 ? "1 process" : `${workers} processes`}.`;

/**
 * Reads the configuration.
 * @param findUnknown called afterwards, because reading can load a file of variables
 * @returns no configuration if it is invalid
 */
export function checkConfiguration(
  read: () => Config,
  findUnknown: () => readonly UnknownVariable[],
): { config?: Config; findings: Finding[] } {
  const misspelled = () =>
    findUnknown().map(({ name, similar }) =>
      warning(
        `Keystead doesn't read ${name}.`,
        similar === undefined ? "Remove it, or correct its name." : `Did you mean ${similar}?`,
      ),
    );
  try {
    const config = read();
    return { config, findings: [good(describe(config)), ...misspelled()] };
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    const advice = "The configuration page of the documentation describes every variable.";
    return { findings: [problem(error.message, advice), ...misspelled()] };
  }
}
