import type { TestService } from "./test-service";

/** Stores a tenancy as another process does, so that no cache of this one has it. Returns its id. */
export async function createStoredTenancy({ db, clock, createId }: TestService): Promise<string> {
  const now = new Date(clock.now());
  const { id } = await db.tenancy.create({
    data: {
      id: createId(),
      name: "Test",
      environment: "production",
      rpId: "example.com",
      rpName: "Test",
      clientId: createId(),
      selfServiceRegistration: true,
      createdAt: now,
      updatedAt: now,
    },
  });
  return id;
}
