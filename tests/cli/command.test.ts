import { expect, test } from "vitest";
import { acme, json, keystead, newInstallation, spawnKeystead } from "./keystead";

const unreachable = {
  DATABASE_URL: "postgresql://127.0.0.1:1/unreachable",
  KEYSTEAD_MODE: "local",
};

// The other tests of commands run them in the test's process.
test("the built command has the exit code and the output of a run in this process", async () => {
  const installation = await newInstallation();
  await json(acme, installation);
  const runs: [args: string[], env?: Record<string, string>][] = [
    [["tenancy", "create", "--help"]],
    [["--version"]],
    [["key"]],
    [["tenancy", "list", "--all"]],
    [["tenancy", "list"], unreachable],
    [["tenancy", "list"], installation],
    [["key", "list", "--json"], installation],
    [["key", "lock", "nothing"], installation],
  ];
  const built = await Promise.all(runs.map((each) => spawnKeystead(...each)));
  const here = await Promise.all(runs.map((each) => keystead(...each)));
  expect(built).toEqual(here);
  expect(here.map(({ code }) => code)).toEqual([0, 0, 2, 2, 4, 0, 0, 3]);
});
