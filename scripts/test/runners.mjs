import path from "node:path";
import { root } from "./run-node.mjs";

const firstLine = (message = "") => message.split("\n", 1)[0];

function countVitest({
  numPassedTests,
  numFailedTests,
  numPendingTests,
  numTodoTests,
  testResults,
}) {
  // A file fails without a failed test when it does not load or a hook throws.
  const failedWithoutTest = ({ status, assertionResults }) =>
    status === "failed" && assertionResults.every((test) => test.status !== "failed");
  return {
    passed: numPassedTests,
    failed: numFailedTests + testResults.filter(failedWithoutTest).length,
    skipped: numPendingTests + numTodoTests,
  };
}

const failedSpecs = ({ specs = [], suites = [] }) => [
  ...specs
    .filter(({ ok, tests }) => !ok || tests.some(({ status }) => status === "flaky"))
    .map(({ title }) => title),
  ...suites.flatMap(failedSpecs),
];

/**
 * The test runners. Each has the arguments of its command, which writes a JSON report, and functions
 * that read counts and failed tests from it.
 */
export const runners = [
  {
    name: "vitest",
    command: (report, filters) => [
      "node_modules/vitest/vitest.mjs",
      "run",
      "--passWithNoTests",
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${report}`,
      ...filters,
    ],
    environment: () => ({}),
    count: countVitest,
    failures: ({ testResults }) =>
      testResults
        .filter(({ status }) => status === "failed")
        .map(({ name, message, assertionResults }) => {
          const failed = assertionResults.filter((test) => test.status === "failed");
          const lines = failed.map(
            (test) => `${test.fullName}: ${firstLine(test.failureMessages[0])}`,
          );
          return [path.relative(root, name), ...(failed.length > 0 ? lines : [firstLine(message)])];
        }),
  },
  {
    name: "playwright",
    command: (_report, filters) => [
      "node_modules/@playwright/test/cli.js",
      "test",
      "--pass-with-no-tests",
      "--reporter=list,json",
      ...filters,
    ],
    environment: (report) => ({ PLAYWRIGHT_JSON_OUTPUT_NAME: report }),
    count: ({ stats, errors }) => ({
      passed: stats.expected,
      failed: stats.unexpected + stats.flaky + errors.length,
      skipped: stats.skipped,
    }),
    failures: ({ suites, errors }) => [
      ...suites
        .map((suite) => [suite.file, ...failedSpecs(suite)])
        .filter(({ length }) => length > 1),
      ...errors.map((error) => ["outside of a test", firstLine(error.message)]),
    ],
  },
];
