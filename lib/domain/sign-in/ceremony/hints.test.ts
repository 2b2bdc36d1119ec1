import { expect, test } from "vitest";
import { createSoftwareAuthenticator } from "@/testing/authenticator/software-authenticator";
import {
  beginAuthentication,
  beginRegistration,
  beginSelfRegistration,
  register,
} from "@/testing/ceremonies";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, testOrigin, type TestTenancy } from "@/testing/test-tenancy";

const run = provideService();

/** The hints of each way to get options, with these fields in the request. */
async function hintsOfAll(tenancy: TestTenancy, fields: object) {
  const authorized = await tenancy.backend("POST", "passkey/authentication/authorize", {
    discoverable: true,
    ...fields,
  });
  const { authenticationToken } = authorized.body;
  const all = [
    await beginRegistration(tenancy, fields),
    await beginSelfRegistration(tenancy, { email: "grace@example.com", ...fields }),
    await beginAuthentication(tenancy, fields),
    await beginAuthentication(tenancy, { email: "ada@example.com", ...fields }),
    await beginAuthentication(tenancy, { authenticationToken }),
  ];
  return all.map(({ optionsJSON }) => optionsJSON.hints ?? []);
}

const five = (hints: string[]) => Array.from({ length: 5 }, () => hints);

test("options carry the hints of the request, or else the tenancy's, in their order", async () => {
  const tenancy = await createTestTenancy(run.current);
  await register(tenancy, createSoftwareAuthenticator({ origin: testOrigin }));
  expect(await hintsOfAll(tenancy, {})).toEqual(five([]));
  await tenancy.set({ hints: ["hybrid", "client-device"] });
  expect(await hintsOfAll(tenancy, {})).toEqual(five(["hybrid", "client-device"]));
  const hints = ["security-key"];
  expect(await hintsOfAll(tenancy, { hints })).toEqual(five(hints));
  expect(await hintsOfAll(tenancy, { hints: [] })).toEqual(five([]));
});

test("an unknown hint is refused", async () => {
  const tenancy = await createTestTenancy(run.current);
  const { status, body } = await tenancy.browser("POST", "passkey/authentication/options", {
    hints: ["phone"],
  });
  expect({ status, body }).toMatchObject({
    status: 400,
    body: { _tag: "@error/BadRequest", issues: [{ path: "hints.0" }] },
  });
});
