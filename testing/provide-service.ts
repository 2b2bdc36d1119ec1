import { afterAll, beforeAll } from "vitest";
import { startTestService, type TestService } from "./test-service";
import { workerDatabaseUrl } from "./worker-database";

/** Starts a service on this worker's database for all tests of a file. Read `current` in a test. */
export function provideService(): { readonly current: TestService } {
  let service: TestService | undefined;
  beforeAll(async () => {
    service = startTestService(await workerDatabaseUrl());
  });
  afterAll(() => service?.close());
  return {
    get current() {
      if (service === undefined) throw new Error("the service runs only inside a test");
      return service;
    },
  };
}
