import { type Config, readProcessConfig } from "@/lib/config";

/** Where a command reads its configuration from and writes its output to. */
export interface Terminal {
  readConfig(installationFolder: string): Config;
  stdout: { write(text: string): unknown };
  stderr: { write(text: string): unknown };
}

/** The environment, and the streams of this process. */
export const processTerminal: Terminal = {
  readConfig: readProcessConfig,
  stdout: process.stdout,
  stderr: process.stderr,
};

let current = processTerminal;

/** Returns the terminal of the running command. */
export const terminal = (): Terminal => current;

export function setTerminal(next: Terminal): void {
  current = next;
}
