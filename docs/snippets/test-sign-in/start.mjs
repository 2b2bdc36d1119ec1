// Starts a throw-away Keystead and your application before the tests. Removes both afterwards.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

const {
  SERVICE_COMMAND = "node_modules/.bin/keystead",
  SERVICE_PORT = "3900",
  APP_COMMAND = "node server.mjs",
  APP_PORT = "4000",
} = process.env;

/** Runs a program, and waits until its address answers. */
async function run(commandLine, variables, address) {
  const [command, ...args] = commandLine.split(" ");
  const program = spawn(command, args, {
    env: { ...process.env, ...variables },
    stdio: ["ignore", "ignore", "inherit"],
  });
  program.on("error", (error) => console.error(error));
  const isReady = () =>
    fetch(address).then(
      (response) => response.ok,
      () => false,
    );
  while (!(await isReady())) {
    if (program.pid === undefined || program.exitCode !== null)
      throw new Error(`This program ended: ${commandLine}`);
    await wait(50);
  }
  return async () => {
    program.kill("SIGTERM");
    if (program.exitCode === null) await once(program, "exit");
  };
}

export default async function start() {
  const folder = await mkdtemp(join(tmpdir(), "keystead-test-"));
  const service = { KEYSTEAD_MODE: "local", KEYSTEAD_DATA: folder, PORT: SERVICE_PORT };
  const stopKeystead = await run(
    SERVICE_COMMAND,
    service,
    `http://localhost:${SERVICE_PORT}/readyz`,
  );
  const removeKeystead = async () => {
    await stopKeystead();
    await rm(folder, { recursive: true });
  };
  // The four variables of a new demo tenancy, for your application and the tests.
  process.loadEnvFile(join(folder, "demo.env"));
  const application = `http://localhost:${APP_PORT}`;
  const stopApplication = await run(APP_COMMAND, { PORT: APP_PORT }, application).catch(
    async (error) => {
      await removeKeystead();
      throw error;
    },
  );
  return async () => {
    await stopApplication();
    await removeKeystead();
  };
}
