import { findOperator } from "./console-context";
import { listConsoleTenancies } from "./list-tenancies";

/** The public ids of a tenancy, which the documentation fills into its examples. */
interface OwnTenancyIds {
  tenancyId: string;
  clientId: string;
  name: string;
}

// Only the script of a page of this installation sends this. A link, another site and another
// origin of the same site send other values, and programs send none.
const isFromOwnPage = (request: Request) => request.headers.get("sec-fetch-site") === "same-origin";

const toResponse = (status: number, tenancies: OwnTenancyIds[]) =>
  Response.json(
    { tenancies },
    {
      status,
      headers: {
        "Cache-Control": "no-store",
        "Cross-Origin-Resource-Policy": "same-origin",
        "X-Content-Type-Options": "nosniff",
      },
    },
  );

/**
 * Returns the ids of the signed-in operator's active tenancies, or none without a session. Returns
 * 404 to anything but a page of this installation.
 */
export async function respondOwnTenancyIds(request: Request): Promise<Response> {
  if (!isFromOwnPage(request)) return toResponse(404, []);
  const session = await findOperator();
  const tenancies = session === null ? [] : await listConsoleTenancies(session);
  return toResponse(
    200,
    tenancies
      .filter(({ suspended }) => !suspended)
      .map(({ id, clientId, name }) => ({ tenancyId: id, clientId, name })),
  );
}
