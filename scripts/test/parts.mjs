import path from "node:path";

const reporter = (name) => path.join(import.meta.dirname, name);

const vitest = (project, filters) => [
  "node_modules/vitest/vitest.mjs",
  "run",
  `--project=${project}`,
  "--passWithNoTests",
  `--reporter=${reporter("vitest-reporter.mjs")}`,
  ...filters,
];

/** @typedef {import("./run-part.d.mts").Part} Part */

/** @type {Part} */
const unit = { name: "unit", counts: "files", command: (filters) => vitest("unit", filters) };

/** @type {Part} */
const servers = {
  name: "servers",
  counts: "files",
  command: (filters) => vitest("servers", filters),
};

/** @type {Part} */
const journeys = {
  name: "journeys",
  counts: "journeys",
  command: (filters) => [
    "node_modules/@playwright/test/cli.js",
    "test",
    "--pass-with-no-tests",
    `--reporter=${reporter("journey-reporter.mjs")}`,
    ...filters,
  ],
};

/** The parts of `npm test`, in turn. `servers` mostly wait, so the journeys run beside them. */
export const stages = [[unit], [servers, journeys]];

export const partNames = stages.flat().map(({ name }) => name);
