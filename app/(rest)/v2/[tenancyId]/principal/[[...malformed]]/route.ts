import * as principal from "@/app/(rest)/v2/[tenancyId]/principal/[code]/route";
import { withoutDeclaration } from "@/lib/http/endpoint/methods";

// An empty code, or one with a slash: InvalidCode, as for every code that was never issued.
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withoutDeclaration(principal);
