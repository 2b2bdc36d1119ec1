import { expect, test } from "vitest";
import { listModels } from "./list-models";

const entry = (description: string) => ({
  description,
  roots: [],
  statuses: [],
  certification: null,
});
const metadataOf = (names: Record<string, string>) => ({
  list: () => Object.entries(names).map(([id, name]) => [id, entry(name)] as const),
});
const bitwarden = "d548826e-79b4-db40-a3d8-11116f7e8349";

test("known models are listed without FIDO Metadata", () => {
  expect(listModels(null)).toContainEqual({ name: "Bitwarden", aaguids: [bitwarden] });
});

test("models of one name are one choice, and known names win", () => {
  const models = listModels(
    metadataOf({ a1: "Harbor  Key\n5", a2: "Harbor Key 5", a3: " ", [bitwarden]: "Another name" }),
  );
  expect(models).toContainEqual({ name: "Harbor Key 5", aaguids: ["a1", "a2"] });
  expect(models.map(({ name }) => name)).not.toContain("Another name");
  expect(models.map(({ name }) => name)).not.toContain("");
});

test("a large BLOB doesn’t make the list large", () => {
  const names = Object.fromEntries(
    Array.from({ length: 5_000 }, (_, index) => [`a${index}`, `Key ${index} ${"x".repeat(1_000)}`]),
  );
  const listed = listModels(metadataOf(names)).filter(({ name }) => name.startsWith("Key "));
  expect(listed).toHaveLength(2_000);
  expect(Math.max(...listed.map(({ name }) => name.length))).toBe(100);
});
