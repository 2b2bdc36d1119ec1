import { expect, test } from "vitest";
import { findUnknownVariables } from "./config.unknown";

test("finds misspelled variables, and what was probably meant", () => {
  expect(
    findUnknownVariables({
      KEYSTEAD_SECERT: "x",
      KEYSTEAD_WORKER: "2",
      KEYSTEAD_DATABASE_URL: "postgresql://…",
      KEYSTEAD_MODE: "local",
      KEYSTEAD_API_KEY: "ks_…",
      PATH: "/bin",
    }),
  ).toEqual([
    { name: "KEYSTEAD_SECERT", similar: "KEYSTEAD_SECRET" },
    { name: "KEYSTEAD_WORKER", similar: "KEYSTEAD_WORKERS" },
    { name: "KEYSTEAD_DATABASE_URL", similar: undefined },
  ]);
});
