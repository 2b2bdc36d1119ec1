import { Health } from "@/lib/contract/key-set";
import { endpoint } from "@/lib/http/endpoint/endpoint";
import { methods } from "@/lib/http/endpoint/methods";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    operation: "getHealth",
    summary: "Check liveness",
    description: "Returns 200 while the process runs. For liveness probes.",
    auth: "public",
    success: [200, Health],
    errors: [],
    handle: () => ({ status: "ok" as const }),
  }),
});
