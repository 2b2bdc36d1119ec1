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

test("Kubernetes' variables of a service named keystead are no misspelled ones", () => {
  const address = "10.96.14.7";
  const links = {
    KEYSTEAD_SERVICE_HOST: address,
    KEYSTEAD_SERVICE_PORT: "80",
    KEYSTEAD_SERVICE_PORT_HTTP: "80",
    KEYSTEAD_PORT: `tcp://${address}:80`,
    KEYSTEAD_PORT_80_TCP: `tcp://${address}:80`,
    KEYSTEAD_PORT_80_TCP_PROTO: "tcp",
    KEYSTEAD_PORT_80_TCP_PORT: "80",
    KEYSTEAD_PORT_80_TCP_ADDR: address,
    KEYSTEAD_DB_SERVICE_HOST: address,
    KEYSTEAD_DB_SERVICE_PORT: "5432",
    KEYSTEAD_DB_PORT: `tcp://${address}:5432`,
    KEYSTEAD_DB_PORT_5432_TCP: `tcp://${address}:5432`,
  };
  const namesOf = (environment: Record<string, string>) =>
    findUnknownVariables(environment).map(({ name }) => name);
  expect(namesOf(links)).toEqual([]);
  expect(namesOf({ ...links, KEYSTEAD_PORT: "3000", KEYSTEAD_PORT_RANGE: "1" })).toEqual([
    "KEYSTEAD_PORT",
    "KEYSTEAD_PORT_RANGE",
  ]);
  expect(namesOf({ KEYSTEAD_PORT: "3000", KEYSTEAD_SERVICE_PORT: "80" })).toEqual([
    "KEYSTEAD_PORT",
    "KEYSTEAD_SERVICE_PORT",
  ]);
});
