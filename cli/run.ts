import { type ExitCode, exitCode, explainFailure } from "./exit-code";
import { note } from "./print";
import { createProgram } from "./program";
import { processTerminal, setTerminal, type Terminal } from "./terminal";

/**
 * Runs a command in this process. Run one at a time: terminal and configuration belong to the process.
 * @param args the words after `keystead`
 */
export async function run(
  args: readonly string[],
  terminal: Terminal = processTerminal,
): Promise<ExitCode> {
  setTerminal(terminal);
  try {
    await createProgram().parseAsync(args, { from: "user" });
    return exitCode.done;
  } catch (error) {
    const { code, message } = explainFailure(error);
    if (message !== undefined) note(message);
    return code;
  }
}
