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

/**
 * The part of `npm run test:release`.
 * @type {Part}
 */
export const release = {
  name: "release",
  counts: "files",
  command: (filters) => vitest("release", filters),
};

/** The parts of `npm test`, in turn. `servers` mostly wait, so the journeys run beside them. */
const stages = [[unit], [servers, journeys]];

export const partNames = stages.flat().map(({ name }) => name);

/** Returns the stages with the named parts only. */
export const stagesOf = (names) =>
  stages.map((stage) => stage.filter(({ name }) => names.includes(name)));
