import { describe } from "vitest";
import { provideService } from "@/testing/provide-service";
import { testKeyRoute } from "@/testing/route-rules";
import { testUserRoutes } from "@/testing/test-user-routes";

const run = provideService();
const path = "user/x";
const allow = "GET, HEAD, PATCH";

testUserRoutes(run, { place: (id, sub) => `/v2/${id}/user/${sub}`, tag: { _tag: "User" } });

describe("GET", () => testKeyRoute(run, { method: "GET", path, allow }));
describe("PATCH", () =>
  testKeyRoute(run, { method: "PATCH", path, allow, body: { givenName: "Ada" } }));
