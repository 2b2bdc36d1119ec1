import { expect, test } from "vitest";
import { createSecrets } from "./secret";

const [first, second] = ["first secret of at least 32 bytes.", "second secret of at least 32 bytes"];

test("what is sealed opens for its purpose alone, and never twice looks alike", async () => {
  const secrets = createSecrets(first);
  const sealed = await secrets.seal("signing-key", "plain");
  expect(sealed).not.toContain("plain");
  expect(await secrets.seal("signing-key", "plain")).not.toBe(sealed);
  expect(await secrets.open("signing-key", sealed)).toBe("plain");
  await expect(secrets.open("decoy-credential", sealed)).rejects.toThrow();
  await expect(secrets.open("signing-key", `${sealed.slice(0, -2)}AA`)).rejects.toThrow();
});

test("the previous secret opens and never seals", async () => {
  const sealed = await createSecrets(first).seal("signing-key", "plain");
  const changing = createSecrets(second, first);
  expect(await changing.open("signing-key", sealed)).toBe("plain");
  await expect(createSecrets(second).open("signing-key", sealed)).rejects.toThrow();
  await expect(createSecrets(first).open("signing-key", await changing.seal("signing-key", "plain"))).rejects.toThrow();
});

test("a keyed hash is the same for the same secret, purpose and data, and no other", () => {
  const mac = (secret: string, purpose: "signing-key" | "decoy-credential", data: string) => createSecrets(secret).mac(purpose, data).toString("hex");
  const one = mac(first, "decoy-credential", "x");
  expect(one).toHaveLength(64);
  expect(mac(first, "decoy-credential", "x")).toBe(one);
  for (const other of [mac(second, "decoy-credential", "x"), mac(first, "signing-key", "x"), mac(first, "decoy-credential", "y")]) expect(other).not.toBe(one);
});
