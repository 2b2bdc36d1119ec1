import { compactDecrypt, CompactEncrypt } from "jose";
import { expect, test } from "vitest";
import { oneBitOff } from "@/testing/authenticator/distorted-base64url";
import { createSecrets, openCompact, sealCompact } from "./secret";

const first = "first secret of at least 32 bytes.";
const second = "second secret of at least 32 bytes";

test("opens a sealed value only for its purpose, and seals the same text differently each time", async () => {
  const secrets = createSecrets(first);
  const sealed = await secrets.seal("signing-key", "plain");
  expect(sealed).not.toContain("plain");
  expect(await secrets.seal("signing-key", "plain")).not.toBe(sealed);
  expect(await secrets.open("signing-key", sealed)).toBe("plain");
  await expect(secrets.open("decoy-credential", sealed)).rejects.toThrow();
  await expect(
    secrets.open(
      "signing-key",
      sealed.replace(/[^.]+$/, (tag) => oneBitOff(tag)),
    ),
  ).rejects.toThrow();
});

test("is compatible with other JWE libraries, and rejects another header or a shortened tag", async () => {
  const key = new Uint8Array(32).fill(7);
  const sealed = sealCompact("plain ✓", key);
  const { plaintext, protectedHeader } = await compactDecrypt(sealed, key);
  expect(new TextDecoder().decode(plaintext)).toBe("plain ✓");
  expect(protectedHeader).toEqual({ alg: "dir", enc: "A256GCM" });
  const theirs = (header: { alg: string; enc: string; kid?: string }) =>
    new CompactEncrypt(new TextEncoder().encode("theirs")).setProtectedHeader(header).encrypt(key);
  expect(openCompact(await theirs({ alg: "dir", enc: "A256GCM" }), key)).toBe("theirs");
  for (const broken of [
    await theirs({ alg: "dir", enc: "A256GCM", kid: "x" }),
    sealed.slice(0, -6),
    `${sealed}.`,
    `x${sealed}`,
    sealed.replace("..", ".AA."),
    "",
  ])
    expect(() => openCompact(broken, key)).toThrow();
});

test("the previous secret opens values and never seals", async () => {
  const sealed = await createSecrets(first).seal("signing-key", "plain");
  const changing = createSecrets(second, first);
  expect(await changing.open("signing-key", sealed)).toBe("plain");
  await expect(createSecrets(second).open("signing-key", sealed)).rejects.toThrow();
  await expect(
    createSecrets(first).open("signing-key", await changing.seal("signing-key", "plain")),
  ).rejects.toThrow();
});

test("a MAC depends on the secret, the purpose and the data", () => {
  const mac = (secret: string, purpose: "signing-key" | "decoy-credential", data: string) =>
    createSecrets(secret).mac(purpose, data).toString("hex");
  const one = mac(first, "decoy-credential", "x");
  expect(one).toHaveLength(64);
  expect(mac(first, "decoy-credential", "x")).toBe(one);
  for (const other of [
    mac(second, "decoy-credential", "x"),
    mac(first, "signing-key", "x"),
    mac(first, "decoy-credential", "y"),
  ])
    expect(other).not.toBe(one);
});
