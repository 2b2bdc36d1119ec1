import type { Config } from "@/lib/config";
import { checkThroughProxy, judgeProxySettings } from "./check-proxy";
import { type Finding, findingsOf } from "./finding";
import { openPort } from "./open-port";

const { good, warning, problem } = findingsOf("port");

function judgeRefusal(code: string, { port, host }: Pick<Config, "port" | "host">): Finding {
  if (code === "EADDRINUSE")
    return warning(
      `Port ${port} is in use, maybe by Keystead itself.`,
      "If Keystead doesn't run, stop the other program or set PORT.",
    );
  if (code === "EACCES")
    return problem(`This user may not open port ${port}.`, "Set PORT to a port above 1023.");
  if (code === "EADDRNOTAVAIL")
    return problem(`This machine has no address ${host}.`, "Set HOST to one of its own.");
  return problem(`Port ${port} cannot be opened (${code}).`, "Set PORT to another one.");
}

/**
 * Opens the port for a moment, and checks the proxy.
 * @param throughProxy whether to request the configured origin
 */
export async function checkPort(config: Config, throughProxy: boolean): Promise<Finding[]> {
  const opened = await openPort(config);
  if (typeof opened === "string") return [judgeRefusal(opened, config), judgeProxySettings(config)];
  try {
    return [
      good(`Port ${config.port} is free.`),
      throughProxy ? await checkThroughProxy(config, opened) : judgeProxySettings(config),
    ];
  } finally {
    await opened.close();
  }
}
