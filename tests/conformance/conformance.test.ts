import { describe, expect, test } from "vitest";
import { provideService } from "@/testing/provide-service";
import { allCases } from "./all-cases";
import { compareVerifiers, type Comparison } from "./compare";
import { keystead } from "./keystead";
import { passwordlessId } from "./passwordless-id";
import { simpleWebAuthn } from "./simplewebauthn";
import { vectorCases } from "./vector-cases";

const run = provideService();
const verifiers = () => [keystead(run.current), simpleWebAuthn, passwordlessId];

describe("npm run conformance", () => {
  let comparison: Comparison;

  test("Keystead decides every case as expected", async () => {
    comparison = await compareVerifiers(allCases(), verifiers());
    const { rows, disagreements } = comparison;
    expect(rows.length).toBeGreaterThan(400);
    expect(disagreements.filter(({ verifier }) => verifier === "Keystead")).toEqual([]);
  });

  test("every disagreement of another verifier is explained, and every explanation is used", () => {
    const unexplained = comparison.disagreements.filter(
      ({ explanation, verifier }) => explanation === undefined && verifier !== "Keystead",
    );
    expect(unexplained).toEqual([]);
    expect(comparison.unused).toEqual([]);
  });

  test("names are unique, and a case that Keystead refuses a real device for says why", () => {
    const names = comparison.rows.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    const devices = allCases().filter(({ group }) => group.startsWith("Device"));
    expect(devices.length).toBeGreaterThanOrEqual(9);
    for (const { expected, refusal } of devices)
      expect(refusal === undefined).toBe(expected === "pass");
  });
});

test("a forged vector fails in every verifier", async () => {
  const forged = vectorCases.map((one) => ({
    ...one,
    ...(one.authentication === undefined
      ? { registration: { ...one.registration, challenge: "AAAA" } }
      : { authentication: { ...one.authentication, challenge: "AAAA" } }),
  }));
  const { rows, disagreements } = await compareVerifiers(forged, verifiers());
  expect(rows).toHaveLength(30);
  expect(disagreements).toHaveLength(rows.length * verifiers().length);
});
