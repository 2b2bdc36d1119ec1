import { Health } from "@/lib/contract/key-set";
import { checkReadiness } from "@/lib/http/endpoint/check-readiness";
import { endpoint } from "@/lib/http/endpoint/endpoint";
import { methods } from "@/lib/http/endpoint/methods";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    operation: "getReadiness",
    summary: "Check readiness",
    description:
      "Returns 200 if the database responds and has every migration of this build. For load " +
      "balancers.",
    auth: "public",
    success: [200, Health],
    errors: ["@error/Unavailable"],
    handle: checkReadiness,
  }),
});
