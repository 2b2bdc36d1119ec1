import { commandLine, type Config } from "@/lib/config";
import { createSetUpLink, hasOperators } from "@/lib/domain/admin/operator/session/operator-link";
import { canHavePasskeys, systemContext } from "@/lib/domain/admin/operator/system-tenancy";
import type { PreparedStart } from "@/lib/platform/prepare-start";
import { getService } from "@/lib/service/service";

/** Describes where emails go, and warns if no provider is configured. */
function describeEmail({ mode, emailProviders, baseUrl }: Config): string {
  if (emailProviders.length > 0) return emailProviders.map(({ name }) => name).join(", then ");
  return mode === "local" ? `${baseUrl}/inbox` : "not sent: configure SMTP_URL or another provider";
}

/**
 * Describes the console's URL. Without an owner, it is a link that creates one; in production,
 * where more people read the logs, the command that prints such a link.
 */
async function describeConsole(config: Config): Promise<string> {
  const { baseUrl, mode } = config;
  if (!canHavePasskeys(baseUrl)) return "unavailable: passkeys need a BASE_URL with a domain name";
  const service = getService();
  const system = await systemContext(service, { requestId: service.createId(), client: {} });
  if (mode === "production" && !(await hasOperators(system)))
    return `${baseUrl}/console (no owner yet; run: ${commandLine(config)} operator recover --email you@example.com)`;
  const setUp = mode === "production" ? null : await createSetUpLink(system);
  return setUp === null
    ? `${baseUrl}/console`
    : `${setUp.link} (creates the first owner; expires in one hour)`;
}

/** Returns what the start prints: the addresses of everything that runs. */
export async function describeStart({ config, dataLocation }: PreparedStart): Promise<string> {
  const lines = [
    `Keystead is ready at ${config.baseUrl}`,
    `  Console   ${await describeConsole(config)}`,
    ...(config.mode === "local" ? [`  Demo      ${config.baseUrl}/demo`] : []),
    `  Docs      ${config.baseUrl}/docs`,
    `  OpenAPI   ${config.baseUrl}/openapi.json`,
    `  Keys      ${config.baseUrl}/.well-known/jwks.json`,
    `  Health    ${config.baseUrl}/readyz`,
    `  Email     ${describeEmail(config)}`,
    `  Data      ${dataLocation}`,
    ...(config.tracing === undefined ? [] : [`  Traces    ${config.tracing.url}`]),
    ...(config.mode === "local" ? [`  Variables ${config.dataFolder}/demo.env`] : []),
  ];
  return `${lines.join("\n")}\n`;
}
