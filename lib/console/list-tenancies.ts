import { cache } from "react";
import type { OperatorSession } from "@/lib/domain/operator/find-session";
import { listOwnTenancies } from "@/lib/domain/operator/list-own-tenancies";
import { getService } from "@/lib/http/service";

/** The tenancies of whoever is signed in; asked once per request. */
export const listConsoleTenancies = cache((session: OperatorSession) => listOwnTenancies(getService(), session));
