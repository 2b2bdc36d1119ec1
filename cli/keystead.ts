import { exitCode, explainFailure, type ExitCode } from "./exit-code";
import { note } from "./print";
import { createProgram } from "./program";

async function run(argv: string[]): Promise<ExitCode> {
  try {
    await createProgram().parseAsync(argv);
    return exitCode.done;
  } catch (error) {
    const { code, message } = explainFailure(error);
    if (message !== undefined) note(message);
    return code;
  }
}

// Closing the pipe early (`| head -1`) is not an error.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});
process.exitCode = await run(process.argv);
