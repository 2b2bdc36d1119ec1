import { expect, test } from "vitest";
import { aaguidsOfSameProvider, listProviders } from "@/lib/domain/passkey/search/count-providers";
import { nameProvider, unknownAaguid } from "./name-provider";

const listed = "2fc0579f-8113-47ea-b116-bb5a8db9202a";
const stranger = "d0f1c0de-0000-4000-8000-0123456789ab";

test.each([
  [listed, undefined, "YubiKey 5 NFC"],
  [listed, "Another name", "YubiKey 5 NFC"],
  [stranger, "Maker Key 7", "Maker Key 7"],
  [stranger, "", "Unknown provider (d0f1…)"],
  [stranger, undefined, "Unknown provider (d0f1…)"],
  [unknownAaguid, undefined, "Unknown provider"],
])("%s, which its maker calls %s, is “%s”", (aaguid, model, name) => {
  expect(nameProvider(aaguid, model)).toBe(name);
});

test("each name is one provider, with all of its AAGUIDs", () => {
  const names = listProviders().map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(aaguidsOfSameProvider(listed).length).toBeGreaterThan(3);
  for (const aaguid of aaguidsOfSameProvider(listed))
    expect(nameProvider(aaguid)).toBe("YubiKey 5 NFC");
  expect(aaguidsOfSameProvider(stranger)).toEqual([stranger]);
});
