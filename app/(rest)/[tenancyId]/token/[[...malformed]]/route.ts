import * as token from "@/app/(rest)/[tenancyId]/token/[token]/route";
import { withoutDeclaration } from "@/lib/http/endpoint/methods";

// An empty token, or one with a slash: InvalidCode, as for every token that was never issued.
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withoutDeclaration(token);
