import type { TestService } from "./test-service";
import type { TestTenancy } from "./test-tenancy";

/** Writes the buffered events and returns those of the tenancy, oldest first. */
export async function eventsOf(service: TestService, { id: tenancyId }: TestTenancy) {
  await service.timeline.flush();
  return service.db.timelineEvent.findMany({ where: { tenancyId }, orderBy: { id: "asc" } });
}
