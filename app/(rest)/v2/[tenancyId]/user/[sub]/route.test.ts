import { describe } from "vitest";
import { provideService } from "@/tests/support/provide-service";
import { testKeyRoute } from "@/tests/support/route-rules";
import { testUserRoutes } from "@/tests/support/user-rules";

const run = provideService();
const path = "user/x";
const allow = "GET, HEAD, PATCH";

testUserRoutes(run, { place: (id, sub) => `/v2/${id}/user/${sub}`, tag: { _tag: "User" } });

describe("GET", () => testKeyRoute(run, { method: "GET", path, allow }));
describe("PATCH", () =>
  testKeyRoute(run, { method: "PATCH", path, allow, body: { givenName: "Ada" } }));
