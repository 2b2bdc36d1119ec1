import { expect, test } from "vitest";
import { methodNames } from "@/lib/http/endpoint/route-module";
import { callApi } from "@/testing/api-client";
import { provideService } from "@/testing/provide-service";

const run = provideService();

test.each(methodNames)(
  "%s of an unknown path under a tenancy is a NotFound as JSON, on both mounts",
  async (method) => {
    const id = run.current.createId();
    for (const path of [
      `/v2/${id}`,
      `/v2/${id}/`,
      `/v2/${id}/nope`,
      `/v2/${id}/passkey/registration`,
      `/${id}/passkeys/nope/x`,
      `/${id}/nope`,
      `/v2/${id}/token/x`,
    ]) {
      const reply = await callApi(method, path);
      expect(reply, path).toMatchObject({ status: 404, body: { _tag: "@error/NotFound" } });
      expect(reply.headers.get("content-type")).toBe("application/json");
    }
  },
);
