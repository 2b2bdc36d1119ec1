import type { Config } from "@/lib/config";
import type { UnknownVariable } from "@/lib/config.unknown";
import { canHavePasskeys } from "@/lib/domain/admin/operator/system-tenancy";
import { StartupError } from "@/lib/errors";
import { type Finding, findingsOf } from "./finding";

const { good, warning, problem } = findingsOf("configuration");

const describe = ({ mode, baseUrl, workers }: Config) =>
  `${mode} mode at ${baseUrl}, ${workers === 1 ? "1 process" : `${workers} processes`}.`;

const checkHost = ({ baseUrl }: Config): Finding[] =>
  canHavePasskeys(baseUrl)
    ? []
    : [
        problem(
          `Passkeys can't work on ${new URL(baseUrl).hostname}, the host of BASE_URL, so nobody can ` +
            "sign in to the console.",
          "Use your domain or a name below it, such as https://id.example.com.",
        ),
      ];

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
    return { config, findings: [good(describe(config)), ...checkHost(config), ...misspelled()] };
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    const advice = "The configuration page of the documentation describes every variable.";
    return { findings: [problem(error.message, advice), ...misspelled()] };
  }
}
