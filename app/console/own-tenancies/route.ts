import { respondOwnTenancyIds } from "@/lib/console/respond-own-tenancy-ids";

/** For the pages of the documentation, which show the reader's ids in their examples. */
export const GET = respondOwnTenancyIds;
