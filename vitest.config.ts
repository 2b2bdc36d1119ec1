import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

// Each worker keeps a pool of database connections open; PostgreSQL allows 100 by default.
const maxWorkers = Math.min(4, availableParallelism());

export default defineConfig({
  resolve: { alias: { "@": import.meta.dirname } },
  test: {
    environment: "node",
    pool: "forks",
    globals: false,
    // A machine ten times slower passes. No test waits for a limit of its own for longer.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 300_000 } },
    // A list of violations shows what came (testing/violations.ts).
    chaiConfig: { truncateThreshold: 200 },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: [
            "lib/**/*.test.ts",
            "app/**/*.test.ts",
            "components/**/*.test.ts",
            "prisma/**/*.test.ts",
            "bench/**/*.test.ts",
            "drill/**/*.test.ts",
            "emails/**/*.test.ts",
            "server/**/*.test.ts",
            "testing/**/*.test.ts",
            "tests/architecture/**/*.test.ts",
            "tests/conformance/**/*.test.ts",
            "tests/scripts/**/*.test.ts",
          ],
          globalSetup: ["testing/database.ts"],
          maxWorkers,
          // Nothing is mocked, and files keep apart by their rows; loading every module once a
          // worker instead of once a file saves a third.
          isolate: false,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: "servers",
          include: [
            "tests/cli/**/*.test.ts",
            "tests/email.test.ts",
            "tests/servers/**/*.test.ts",
            "tests/docs/**/*.test.ts",
          ],
          globalSetup: ["testing/database.ts"],
          // Whole servers with a database each. They mostly wait, beside the journeys.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: "release",
          include: ["tests/release/**/*.test.ts"],
          globalSetup: ["testing/database.ts"],
          maxWorkers,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
